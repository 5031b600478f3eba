// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { SelectOption } from '../../contract/index.ts';
import { preloadInputs } from './inputs.ts';
import { edit, expectNoFaults } from './testing/edit.tsx';

beforeAll(() => preloadInputs(['options', 'optionTree']));
afterEach(cleanup);
const tree = (value: SelectOption[]) => {
  const made = edit({ schema: { type: 'array', ui: { input: 'optionTree' } } } as never, value);
  return { ...made, value: () => made.value() as SelectOption[] };
};
const below = (name: string) => screen.getByRole('group', { name: `${name}的下级` });

it('options of a cascade get others below them, level by level, by typing and Enter', async () => {
  const { value, container } = tree([{ code: 'a', label: '服务' }]);
  await userEvent.click(screen.getByRole('button', { name: '服务的下级' }));
  await userEvent.click(within(below('服务')).getByRole('button', { name: '添加选项' }));
  await userEvent.keyboard('安装{Enter}洗涤');
  expect(value()[0]!.children!.map(({ label }) => label)).toEqual(['安装', '洗涤']);
  await userEvent.click(screen.getByRole('button', { name: '安装的下级' }));
  await userEvent.click(within(below('安装')).getByRole('button', { name: '批量添加' }));
  await userEvent.type(
    screen.getByRole('textbox', { name: '批量添加，每行一个选项' }),
    '窗帘{Enter}软装',
  );
  await userEvent.click(screen.getByRole('button', { name: '加入' }));
  expect(value()[0]!.children![0]!.children!.map(({ label }) => label)).toEqual(['窗帘', '软装']);
  const codes = JSON.stringify(value()).match(/"code":"[^"]+"/g)!;
  expect(new Set(codes).size).toBe(5);
  await expectNoFaults(container);
});
it('an option goes with those below it, and a level without options is no level', async () => {
  const { value } = tree([
    {
      code: 'a',
      label: '服务',
      children: [{ code: 'b', label: '安装', children: [{ code: 'c', label: '窗帘' }] }],
    },
  ]);
  await userEvent.click(within(below('服务')).getByRole('button', { name: '移除选项 安装' }));
  expect(value()).toEqual([{ code: 'a', label: '服务' }]);
});
