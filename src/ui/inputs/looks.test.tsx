// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ICON_WORDS } from '../icons/icon-words.ts';
import { drawings } from '../icons/icon-drawings.ts';
import { otherDrawings } from '../icons/other-drawings.ts';
import type { InputProps } from '../fields/input-props.ts';
import { AppStyleInput, IconInput } from './looks.tsx';

function Held({ first, of: Input }: { first: string; of: typeof IconInput }) {
  const [value, setValue] = useState<unknown>(first);
  const props = {
    id: 'icon',
    label: '图标',
    value,
    onChange: setValue,
    onBlur: () => undefined,
    onFocus: () => undefined,
  } as unknown as InputProps;
  return (
    <>
      <Input {...props} />
      <output>{String(value)}</output>
    </>
  );
}
afterEach(cleanup);
const names = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));

describe('choosing an icon', () => {
  it('offers the 24 first, more by their Chinese words, and keeps what is chosen in sight', () => {
    render(<Held first="trophy" of={IconInput} />);
    expect(names()).toHaveLength(24);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '维修' } });
    expect(names()).toEqual(['奖杯', '闪电']);
    fireEvent.click(screen.getByRole('radio', { name: '闪电' }));
    expect(screen.getByRole('status').textContent).toBe('thunderbolt');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '没有这样的' } });
    expect(screen.getByText('没有找到图标，换一个词试试')).toBeTruthy();
    expect(names()).toEqual(['闪电']);
  });

  it('shows all of them when asked', () => {
    render(<Held first="" of={IconInput} />);
    fireEvent.click(screen.getByRole('button', { name: '更多图标' }));
    expect(names()).toHaveLength(Object.keys(ICON_WORDS).length);
  });

  it('knows an application’s icon that was stored by its number', () => {
    render(<Held first='{"icon":"15","color":"red"}' of={AppStyleInput} />);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '奖杯' }).checked).toBe(true);
  });

  it('has a drawing for each', () => {
    const all = { ...drawings, ...otherDrawings };
    expect(Object.keys(ICON_WORDS).filter((name) => !(name in all))).toEqual([]);
  });
});
