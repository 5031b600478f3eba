// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CellEditor } from './Over.tsx';

/** The input of a cell, opened by a word that was composed before it was there. */
function opens(draw: (value: unknown, onChange: (value: unknown) => void) => ReactNode): void {
  render(
    <CellEditor
      root={{ current: null }}
      cellId="cell"
      label="评分"
      initial={undefined}
      text="你好"
      draw={draw}
      onDone={vi.fn()}
      onCancel={vi.fn()}
    />,
  );
}
afterEach(cleanup);

test('the word is written into an input that takes text', () => {
  opens((value, onChange) => (
    <input
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  ));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('你好');
});

test.each(['radio', 'range', 'checkbox'])('and is dropped where there is none: %s', (type) => {
  opens(() => <input type={type} aria-label="评分" />);
  expect(screen.getByLabelText('评分')).toBe(document.activeElement);
});

test('an input that may only be read keeps what it has', () => {
  const changed = vi.fn();
  opens(() => <input readOnly value="选择" onChange={changed} />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('选择');
  expect(changed).not.toHaveBeenCalled();
});

test('Tab goes from one text of an input to the next, and from the last one on', () => {
  const done = vi.fn();
  render(
    <CellEditor
      root={{ current: null }}
      cellId="cell"
      label="工期"
      initial={undefined}
      text=""
      draw={() => ['开始', '结束'].map((name) => <input key={name} aria-label={name} />)}
      onDone={done}
      onCancel={vi.fn()}
    />,
  );
  const [from, to] = screen.getAllByRole('textbox') as [HTMLElement, HTMLElement];
  fireEvent.keyDown(from, { key: 'Tab' });
  expect([document.activeElement, done.mock.calls]).toEqual([to, []]);
  fireEvent.keyDown(to, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(from);
  fireEvent.keyDown(to, { key: 'Tab' });
  expect(done.mock.calls).toEqual([[undefined, 'right', false]]);
});
