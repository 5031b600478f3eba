// @vitest-environment jsdom
import '@arco-design/web-react/lib/_util/react-19-adapter';
import { readFileSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Message, Modal } from '@arco-design/web-react';
import { afterEach, describe, expect, it } from 'vitest';
import { TOAST_DURATION_MS } from '../../contract/index.ts';
import { failureDialog, queue, toast } from './feedback.tsx';

const shown = () => [...document.querySelectorAll('.arco-message')].map((each) => each.textContent);
/** A dialog leaves the page a little after it is closed; one taken away meanwhile could not. */
const dialogsGone = async (): Promise<void> => {
  act(() => {
    Modal.destroyAll();
  });
  await waitFor(() => {
    expect(document.querySelector('.arco-modal-wrapper')).toBeNull();
  });
};
const gone = () =>
  waitFor(
    () => {
      expect(shown()).toEqual([]);
    },
    { timeout: 5_000 },
  );

describe('a toast', () => {
  afterEach(async () => {
    Message.clear();
    await gone();
  });

  it('stays two seconds', async () => {
    expect(TOAST_DURATION_MS).toBe(2_000);
    const since = performance.now();
    act(() => {
      toast('error', '名称重复');
    });
    await waitFor(() => {
      expect(shown()).toEqual(['名称重复']);
    });
    await gone();
    expect(performance.now() - since).toBeGreaterThan(TOAST_DURATION_MS - 100);
  });
  it('can be closed before', async () => {
    const since = performance.now();
    act(() => {
      toast('error', '又一次');
    });
    const close = await waitFor(() =>
      document.querySelector<HTMLElement>('.arco-message-close-btn')!,
    );
    act(() => {
      close.click();
    });
    await gone();
    expect(performance.now() - since).toBeLessThan(TOAST_DURATION_MS);
  });
  it('that is to be the only one is shown when none is visible, and not beside another', async () => {
    act(() => {
      toast('info', '第一条');
      toast('info', '第二条', true);
    });
    await waitFor(() => {
      expect(shown()).toEqual(['第一条']);
    });
    await gone();
    act(() => {
      toast('info', '第三条', true);
    });
    await waitFor(() => {
      expect(shown()).toEqual(['第三条']);
    });
  });
  it('of a fault is shown beside good news, and a sentence never beside itself', async () => {
    act(() => {
      toast('success', '已保存');
      toast('error', '名称重复');
      toast('error', '名称重复');
    });
    await waitFor(() => {
      expect(shown()).toEqual(['已保存', '名称重复']);
    });
    await gone();
    act(() => {
      toast('error', '名称重复');
    });
    await waitFor(() => {
      expect(shown()).toEqual(['名称重复']);
    });
  });
  it('sits fifty pixels from the top', () => {
    const css = readFileSync('src/app/feedback/feedback.css', 'utf8');
    expect(css).toMatch(/arco-message-wrapper-top\s*\{\s*top: 50px;/);
  });
});

describe('the dialog of a fault', () => {
  afterEach(dialogsGone);
  it('is titled 异常, says what happened, has only a close button, and comes once at a time', async () => {
    act(() => {
      failureDialog('服务器异常');
      failureDialog('服务器异常');
    });
    const dialogs = await screen.findAllByRole('dialog');
    expect(dialogs).toHaveLength(1);
    const dialog = within(dialogs[0]!);
    expect(dialog.getByText('异常')).toBeTruthy();
    expect(dialog.getByText('服务器异常')).toBeTruthy();
    const buttons = dialog.getAllByRole('button');
    expect(buttons.map((each) => each.textContent)).toEqual(['关闭']);
    act(() => {
      buttons[0]!.click();
    });
    await waitFor(() => {
      expect(screen.queryAllByRole('dialog')).toHaveLength(0);
    });
    act(() => {
      failureDialog('又一次');
    });
    expect(await screen.findByText('又一次')).toBeTruthy();
  });
});

describe('the admission queue', () => {
  afterEach(async () => {
    act(() => {
      queue(null);
    });
    await dialogsGone();
  });

  it('is shown with how many come first, is updated, and closes by itself', async () => {
    act(() => {
      queue({ ahead: 120, cancel: () => undefined });
    });
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('status').textContent).toContain(
      '登录的人较多，正在排队，前面约 120 人',
    );
    act(() => {
      queue({ ahead: 30, cancel: () => undefined });
    });
    await waitFor(() => {
      expect(within(dialog).getByRole('status').textContent).toContain('前面约 30 人');
    });
    act(() => {
      queue(null);
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
  it('can be left', async () => {
    let left = 0;
    act(() => {
      queue({
        ahead: 1,
        cancel: () => {
          left = -1;
        },
      });
    });
    act(() => {
      queue({
        ahead: 2,
        cancel: () => {
          left += 1;
        },
      });
    });
    const button = within(await screen.findByRole('dialog')).getByRole('button', {
      name: '取消排队',
    });
    act(() => {
      button.click();
    });
    expect(left).toBe(1);
  });
});
