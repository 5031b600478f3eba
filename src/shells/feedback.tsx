import { Message, Modal } from '@arco-design/web-react';
import { TOAST_DURATION_MS } from '../../contract/index.ts';
import './feedback.css';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

let showing = 0;
/** Shown for TOAST_DURATION_MS with a close button; `single` shows it only when no other is visible. */
export function toast(kind: ToastKind, text: string, single = false): void {
  if (single && showing > 0) return;
  showing += 1;
  Message[kind]({ content: text, duration: TOAST_DURATION_MS, closable: true, onClose: () => { showing -= 1; } });
}

let open = false;
/** An error nobody here can mend: titled 异常, only a close button, one at a time. */
export function failureDialog(text: string): void {
  if (open) return;
  open = true;
  Modal.error({ title: '异常', content: text, okText: '关闭', hideCancel: true, maskClosable: false, afterClose: () => { open = false; } });
}

/** Resolves when the person has read it. */
export function alert(title: string, text: string): Promise<void> {
  return new Promise((resolve) => { Modal.warning({ title, content: text, okText: '知道了', maskClosable: false, afterClose: resolve }); });
}

export interface Ask { title: string; text: string; ok: string; cancel?: string; danger: boolean }
/** Answers when the dialog has closed, so that what follows may take the focus. */
export function confirm(ask: Ask): Promise<boolean> {
  return new Promise((resolve) => {
    let yes = false;
    Modal.confirm({
      title: ask.title, content: ask.text, okText: ask.ok, cancelText: ask.cancel ?? '取消', maskClosable: false,
      okButtonProps: { status: ask.danger ? 'danger' : 'default' },
      onOk: () => { yes = true; }, afterClose: () => resolve(yes),
    });
  });
}
