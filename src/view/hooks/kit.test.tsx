// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CellModel, BindError, asField, asValue } from '../../runtime/models/index.ts';
import { useDebounced, useDelayedFlag } from '../../ui/hooks/index.ts';
import { useGuardedClick } from './guarded-click.ts';
import { Layer, useShortcut } from '../../ui/overlay/index.ts';
import { ShortcutHelp } from '../../ui/parts/index.ts';
import type { NodeHandle } from '../kit/types.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a bind of the wrong kind is reported in words of the page', () => {
  const cell = new CellModel('tab', 'a');
  expect(asValue(cell).value).toBe('a');
  expect(() => asField(cell)).toThrow(new BindError('这个组件要绑定字段，现在绑定的是状态'));
  expect(() => asField(undefined)).toThrow('这个组件要绑定字段，现在没有绑定');
});

describe('a guarded button', () => {
  const handle = (emit: () => Promise<boolean>, disabled = false) =>
    ({
      emit,
      busy: false,
      state: { required: false, readonly: false, disabled },
    }) as unknown as NodeHandle;
  const Button = observer(({ node }: { node: NodeHandle }) => {
    const { onClick, blocked } = useGuardedClick(node);
    return (
      <button type="button" aria-disabled={blocked} onClick={() => onClick()}>
        保存
      </button>
    );
  });
  test('takes no second click for a second and a half', () => {
    const emit = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    render(<Button node={handle(emit)} />);
    const button = screen.getByRole('button');
    for (let click = 0; click < 3; click++) fireEvent.click(button);
    expect(emit).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    act(() => void vi.advanceTimersByTime(1500));
    fireEvent.click(button);
    expect(emit).toHaveBeenCalledTimes(2);
  });
  test('does nothing while it is disabled', () => {
    const emit = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    render(<Button node={handle(emit, true)} />);
    fireEvent.click(screen.getByRole('button'));
    expect(emit).not.toHaveBeenCalled();
  });
});

test('typed text is acted on once, 300 ms after the last key, and at the latest when the widget goes', () => {
  const search = vi.fn<(text: string) => void>();
  function Box() {
    const later = useDebounced(search);
    return <input aria-label="搜索" onChange={(event) => later(event.target.value)} />;
  }
  const { unmount } = render(<Box />);
  const input = screen.getByRole('textbox');
  for (const value of ['a', 'ab', 'abc']) {
    fireEvent.change(input, { target: { value } });
    vi.advanceTimersByTime(200);
  }
  expect(search).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(search.mock.calls).toEqual([['abc']]);
  fireEvent.change(input, { target: { value: 'x' } });
  unmount();
  expect(search).toHaveBeenLastCalledWith('x');
});

test('a spinner waits 300 ms before it shows', () => {
  function Spinner({ on }: { on: boolean }) {
    return useDelayedFlag(on) ? <i>加载中</i> : null;
  }
  const { rerender } = render(<Spinner on />);
  act(() => void vi.advanceTimersByTime(299));
  expect(screen.queryByText('加载中')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('加载中')).not.toBeNull();
  rerender(<Spinner on={false} />);
  expect(screen.queryByText('加载中')).toBeNull();
});

describe('shortcuts', () => {
  const ran: string[] = [];
  function Keys({ name }: { name: string }) {
    useShortcut('n', () => ran.push(`${name} n`), '新建');
    useShortcut('mod+s', () => ran.push(`${name} s`), '保存');
    return <input aria-label="名称" />;
  }
  beforeEach(() => void (ran.length = 0));
  test('go to the newest layer, and are ignored while someone types', () => {
    const { unmount } = render(<Keys name="页面" />);
    const drawer = render(<Keys name="抽屉" />);
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.keyDown(screen.getAllByRole('textbox')[0]!, { key: 'n' });
    fireEvent.keyDown(screen.getAllByRole('textbox')[0]!, { key: 's', ctrlKey: true });
    drawer.unmount();
    fireEvent.keyDown(document.body, { key: 'n' });
    unmount();
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(ran).toEqual(['抽屉 n', '抽屉 s', '页面 n']);
  });
  test('are inactive while a drawer is open over their page', () => {
    const drawer = (open: boolean) => (
      <>
        <Keys name="页面" />
        {open && (
          <Layer place="right" width="720px" label="订单" maskCloses onClose={() => undefined}>
            <p>详情</p>
          </Layer>
        )}
      </>
    );
    const { rerender } = render(drawer(true));
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 's', ctrlKey: true });
    expect(ran).toEqual([]);
    rerender(drawer(false));
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(ran).toEqual(['页面 n']);
  });
  test('are listed behind the question mark, those that count now', async () => {
    // The list is loaded, which no faked clock brings about.
    vi.useRealTimers();
    render(
      <>
        <Keys name="页面" />
        <ShortcutHelp />
      </>,
    );
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    const list = await screen.findByRole('dialog', { name: '快捷键' });
    expect(list.textContent).toMatch(/新建.*保存.*显示快捷键|显示快捷键.*新建/);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
