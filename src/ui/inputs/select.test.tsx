// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Select } from './Select.tsx';

afterEach(cleanup);

const FIELDS = ['编号', '名称', '金额', '状态', '负责人', '部门', '日期', '备注', '客户'].map(
  (label, at) => ({ value: `f${at}`, label }),
);
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '字段' });
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('shows what is chosen, and its list only while it is open', async () => {
  const onChange = vi.fn();
  render(<Select label="字段" value="f1" options={FIELDS.slice(0, 3)} onChange={onChange} />);
  expect([box().value, shown()]).toEqual(['名称', []]);
  await userEvent.click(box());
  expect(shown()).toEqual(['编号', '名称', '金额']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChange.mock.calls).toEqual([['f2']]);
  expect(shown()).toEqual([]);
});
it('one of many is found by a part of its name, its pinyin or its initials', async () => {
  const onChange = vi.fn();
  render(<Select label="字段" value="f1" options={FIELDS} onChange={onChange} />);
  await userEvent.click(box());
  await userEvent.keyboard('fzr');
  expect(await screen.findByRole('option', { name: '负责人' })).toBeTruthy();
  expect(shown()).toEqual(['负责人']);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(box());
  await userEvent.keyboard('jine');
  await userEvent.click(screen.getByRole('option', { name: '金额' }));
  await userEvent.click(box());
  await userEvent.keyboard('户');
  expect(shown()).toEqual(['客户']);
  expect(onChange.mock.calls).toEqual([['f4'], ['f2']]);
});
it('stays shut in a part of a page that is locked', async () => {
  render(
    <fieldset disabled>
      <Select label="字段" value="f1" options={FIELDS} onChange={() => undefined} />
    </fieldset>,
  );
  await userEvent.click(box());
  expect(shown()).toEqual([]);
});
