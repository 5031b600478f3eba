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

const untouched = [1, 2, 3].map((at) => ({
  code: `option${at}`,
  label: `选项 ${at}`,
  color: 'gray',
}));
/** Adds pasted lines to these options. */
async function paste(value: SelectOption[], text: string) {
  const made = tree(value);
  await userEvent.click(screen.getAllByRole('button', { name: '批量添加' }).at(-1)!);
  await userEvent.click(screen.getByRole('textbox', { name: /^批量添加/ }));
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: '加入' }));
  return made.value();
}
it('many at once replace unchanged placeholders, each in a colour of its own', async () => {
  const options = await paste(untouched, '在用\n闲置\n报废');
  expect(options.map(({ label }) => label)).toEqual(['在用', '闲置', '报废']);
  expect(new Set(options.map(({ color }) => color)).size).toBe(3);
});
it('many at once come behind options that have names', async () => {
  const named = [{ ...untouched[0]!, label: '在用' }, untouched[1]!];
  expect((await paste(named, '报废\n在用')).map(({ label }) => label)).toEqual([
    '在用',
    '选项 2',
    '报废',
  ]);
});
it('indented lines are below the one above, also below one that is there already', async () => {
  const options = await paste(
    [{ code: 'a', label: '服务', children: [{ code: 'b', label: '安装' }] }],
    '服务\n  洗涤\n    干洗\n销售\n\t门店',
  );
  const shape = (list: readonly SelectOption[] = []): unknown =>
    list.map(({ label, children }) => (children ? [label, shape(children)] : label));
  expect(shape(options)).toEqual([
    ['服务', ['安装', ['洗涤', ['干洗']]]],
    ['销售', ['门店']],
  ]);
});
it('an option is switched off and on again', async () => {
  const { value } = tree([{ code: 'a', label: '在用' }]);
  const turn = () => screen.getByRole('button', { name: '停用选项 在用' });
  await userEvent.click(turn());
  expect([value(), turn().textContent, turn().getAttribute('aria-pressed')]).toEqual([
    [{ code: 'a', label: '在用', disabled: true }],
    '已停用',
    'true',
  ]);
  await userEvent.click(turn());
  expect(value()[0]!.disabled).toBeUndefined();
});
