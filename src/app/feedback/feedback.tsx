import type { MouseEvent } from 'react';
import { Message, Modal, Spin } from '@arco-design/web-react';
import { errorText, TOAST_DURATION_MS } from '../../contract/index.ts';
import type { Queued } from '../api/index.ts';
import './feedback.css';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
/** A link behind the sentence of a toast. */
export interface ToastLink {
  text: string;
  href: string;
  go(): void;
}
/** A toast with a link stays long enough to be read and reached, in milliseconds. */
const WITH_LINK_MS = 6_000;

/** Sentences on the screen. */
const visibleToasts = new Set<string>();
/**
 * Shown for TOAST_DURATION_MS with a close button; a sentence that is there is not shown beside
 * itself. `single` shows it only when no other is visible.
 */
export function toast(kind: ToastKind, text: string, single = false, way?: ToastLink): void {
  if (visibleToasts.has(text) || (single && visibleToasts.size > 0)) return;
  visibleToasts.add(text);
  const follow = (event: MouseEvent) => {
    if (!way || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    close();
    way.go();
  };
  const content = way ? (
    <>
      {text}
      <a className="hz-toast-link" href={way.href} onClick={follow}>
        {way.text}
      </a>
    </>
  ) : (
    text
  );
  const close = Message[kind]({
    content,
    duration: way ? WITH_LINK_MS : TOAST_DURATION_MS,
    closable: true,
    onClose: () => {
      visibleToasts.delete(text);
    },
  });
}

let open = false;
/** An error the user cannot fix: titled 异常, only a close button, one at a time. */
export function failureDialog(text: string): void {
  if (open) return;
  open = true;
  Modal.error({
    title: '异常',
    content: text,
    okText: '关闭',
    hideCancel: true,
    maskClosable: false,
    afterClose: () => {
      open = false;
    },
  });
}

/** Resolves when the person has read it. */
export function alert(title: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    Modal.warning({
      title,
      content: text,
      okText: '知道了',
      maskClosable: false,
      afterClose: resolve,
    });
  });
}

export interface ConfirmOptions {
  title: string;
  text: string;
  ok: string;
  cancel?: string;
  danger: boolean;
}
/** Answers when the dialog has closed, so that what follows may take the focus. */
export function confirm(ask: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    let yes = false;
    Modal.confirm({
      title: ask.title,
      content: ask.text,
      okText: ask.ok,
      cancelText: ask.cancel ?? '取消',
      maskClosable: false,
      okButtonProps: { status: ask.danger ? 'danger' : 'default' },
      onOk: () => {
        yes = true;
      },
      afterClose: () => resolve(yes),
    });
  });
}

let waiting: ReturnType<typeof Modal.info> | null = null;
/**
 * Shows that others come first, and how many; null closes it. One dialog for all waiting calls,
 * with the latest position.
 */
export function queue(queued: Queued | null): void {
  if (!queued) {
    waiting?.close();
    waiting = null;
    return;
  }
  const content = (
    <div role="status">
      <p className="hz-queue-text">{errorText('QUEUED', { ahead: queued.ahead })}</p>
      <p className="hz-queue-text hz-queue-hint">轮到后会自动继续，请不要关闭或刷新页面</p>
    </div>
  );
  const config = {
    title: '请稍候',
    icon: <Spin size={20} />,
    content,
    okText: '取消排队',
    hideCancel: true,
    maskClosable: false,
    escToExit: true,
    okButtonProps: { type: 'secondary' as const },
    // Over the sign-in that covers a page, which is in front of everything.
    getPopupContainer: () => document.querySelector('dialog[open]') ?? document.body,
    onOk: () => queued.cancel(),
    onCancel: () => queued.cancel(),
  };
  if (waiting) waiting.update(config);
  else waiting = Modal.info(config);
}
