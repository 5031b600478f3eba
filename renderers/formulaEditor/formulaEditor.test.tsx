// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { startCompletion, currentCompletions, acceptCompletion } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { act } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import formulaEditor from './index.ts';

const fields = [
  { apiName: 'price', label: '单价 (元)', type: 'currency' },
  {
    apiName: 'kind',
    label: '类别',
    type: 'singleSelect',
    options: [
      { code: 'goods', label: '货物' },
      { code: 'service', label: '服务' },
    ],
  },
  { apiName: 'signedOn', label: '签订日期', type: 'date' },
  { apiName: '_0000abcd', label: '新字段', type: 'integer' },
  { apiName: 'gone', label: '旧字段', type: 'text', removed: true },
  {
    apiName: 'lines',
    label: '订单明细',
    type: 'subTable',
    fields: [
      { apiName: 'amount', label: '金额', type: 'currency' },
      { apiName: 'kind', label: '类型', type: 'text' },
    ],
  },
];
const editor = (): EditorView =>
  EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor')!)!;
const shown = () => editor().state.doc.toString();
async function open(init: string, props = {}) {
  const page = await openPage([formulaEditor], {
    state: { formula: { type: 'text', init } },
    body: {
      type: 'formulaEditor@1',
      bind: 'state.formula',
      props: { label: '公式', fields: fields as never, ...props },
    },
  });
  const type = async (text: string) => {
    act(() =>
      editor().dispatch({
        changes: { from: 0, to: editor().state.doc.length, insert: text },
        selection: { anchor: text.length },
        userEvent: 'input.type',
      }),
    );
    await page.settle();
  };
  const offers = async () => {
    act(() => {
      startCompletion(editor());
    });
    await waitFor(() => expect(currentCompletions(editor().state).length).toBeGreaterThan(0));
    return currentCompletions(editor().state).map(({ label }) => label);
  };
  return { page, type, offers, kept: () => page.scope.cells.get('formula')!.value };
}

test('shows labels, and stores real names', async () => {
  const on = await open('sum(lines.amount) * price');
  expect(shown()).toBe('求和(订单明细.金额) * `单价 (元)`');
  await on.type('计数(订单明细 where 金额 > 10) + price');
  expect([on.kept(), shown()]).toEqual([
    'count(lines where amount > 10) + price',
    '计数(订单明细 where 金额 > 10) + price',
  ]);
  await on.type('');
  expect(on.kept()).toBeNull();
});
test('says what the formula means, with choices by their labels, and what it gives', async () => {
  await open("kind = 'goods'");
  expect(screen.getByText('类别 等于 “货物”')).toBeTruthy();
  expect(screen.getByText('结果：是否')).toBeTruthy();
});
test('durations added up are a duration, divided a number; so is one between two moments', async () => {
  const timed = [
    { apiName: 'work', label: '工时', type: 'duration' },
    { apiName: 'all', label: '合计', type: 'formula', resultType: 'duration' },
    { apiName: 'begins', label: '开始', type: 'dateTime' },
    { apiName: 'ends', label: '结束', type: 'dateTime' },
    {
      apiName: 'visits',
      label: '上门',
      type: 'subTable',
      fields: [{ apiName: 'took', label: '用时', type: 'duration' }],
    },
  ];
  const on = await open('work + sum(visits.took)', {
    fields: timed,
    expects: 'value',
    sample: { work: 3600, visits: [{ took: 1800 }] },
  });
  const results = async (formula: string) => {
    await on.type(formula);
    return screen.getByText(/^结果：/).textContent;
  };
  expect(screen.getByText('结果：时长')).toBeTruthy();
  await on.page.click('试算');
  expect(screen.getByText('1 小时 30 分')).toBeTruthy();
  expect(await results('合计 - 工时')).toBe('结果：时长');
  expect(await results('结束 - 开始')).toBe('结果：时长');
  expect(await results('工时 / 3600')).toBe('结果：数字');
  await on.type('工');
  act(() => {
    startCompletion(editor());
  });
  await waitFor(() =>
    expect(currentCompletions(editor().state)[0]).toMatchObject({
      label: '工时',
      detail: 'work · 时长',
    }),
  );
});
test('says what is wrong at its place, and which name was meant', async () => {
  const on = await open('');
  await on.type('签订日其 + 1');
  await screen.findByText('没有名为 签订日其 的数据，是不是 签订日期');
  await on.type('求和(订单明细.金额');
  await screen.findByText(/这里应当是 \)/);
});
test('a condition must be one', async () => {
  await open('price', { expects: 'condition' });
  expect(screen.getByText('条件的结果应为是或否，这里是数字')).toBeTruthy();
});
test('removed fields are said by their labels and cannot be read, and a field that is not saved yet is shown by its label', async () => {
  const on = await open('_0000abcd + 1');
  expect(shown()).toBe('新字段 + 1');
  await on.type('新字段 + 2');
  expect(on.kept()).toBe('_0000abcd + 2');
  expect(screen.getByText('结果：数字')).toBeTruthy();
  await on.type('旧字段');
  await screen.findByText('字段“旧字段”已删除');
});
test.each([
  ['签', '签订日期'],
  ['signed', '签订日期'],
  ['qdrq', '签订日期'],
  ['订单明细.', '金额'],
  ['订单明细.je', '金额'],
  ['计数(订单明细 where ', '金额'],
  ['求', '求和'],
  ['sum', '求和'],
  ['hb', '合并'],
])('typing %s offers %s', async (typed, wanted) => {
  const on = await open('');
  await on.type(typed);
  expect((await on.offers()).slice(0, 3)).toContain(wanted);
});
test('choices of a select are offered as values, by their labels', async () => {
  const on = await open('');
  await on.type('类别 = ');
  expect(await on.offers()).toEqual(['货物', '服务']);
  await waitFor(() => {
    act(() => {
      acceptCompletion(editor());
    });
    expect(shown()).toBe("类别 = 'goods'");
  });
  expect(on.kept()).toBe("kind = 'goods'");
});
test('works a formula out over values one may change', async () => {
  const on = await open('sum(lines.amount) + price', {
    sample: { price: 1, lines: [{ amount: 2 }, { amount: 3 }] },
  });
  await on.page.click('试算');
  expect(screen.getByRole('group', { name: '试算' }).querySelector('output')!.textContent).toBe(
    '6',
  );
  await on.page.user.clear(screen.getByLabelText('试算：单价 (元)'));
  await on.page.user.type(screen.getByLabelText('试算：单价 (元)'), '10');
  await on.page.user.tab();
  expect(screen.getByRole('group', { name: '试算' }).querySelector('output')!.textContent).toBe(
    '15',
  );
  const told = screen.getByRole('group', { name: '试算' }).textContent;
  expect([told?.includes('5 + 10'), told?.includes('2 + 3 = 5')]).toEqual([true, true]);
});
test('a condition on rows reads the row first', async () => {
  const on = await open("kind = 'a' and price > 1", { via: 'lines', expects: 'condition' });
  expect(shown()).toBe("类型 = 'a' 且 `单价 (元)` > 1");
  await on.type('金额 > 0');
  expect(on.kept()).toBe('amount > 0');
});
test('what comes from elsewhere is shown', async () => {
  const on = await open('price');
  act(() => on.page.scope.cells.get('formula')!.set('lines.amount'));
  await on.page.settle();
  expect(shown()).toBe('订单明细.金额');
});
test('emits the meaning and result of the formula, once', async () => {
  const seen = { type: 'any' as const };
  const page = await openPage([formulaEditor], {
    state: {
      formula: { type: 'text', init: 'price * 2' },
      seen,
      told: { type: 'number', init: 0 },
    },
    body: {
      type: 'formulaEditor@1',
      bind: 'state.formula',
      props: {
        label: '公式',
        fields: fields as never,
        sample: { price: 21, at: { $x: 'state.told' } },
      },
      on: {
        read: [
          { do: 'set', args: { target: 'state.seen', value: { $x: 'event' } } },
          { do: 'set', args: { target: 'state.told', value: { $x: 'state.told + 1' } } },
        ],
      },
    },
  });
  await waitFor(() =>
    expect(page.scope.cells.get('seen')!.value).toMatchObject({
      fault: '',
      sentence: expect.stringContaining('×'),
      type: '数字',
      value: '42',
    }),
  );
  await page.settle();
  expect(page.scope.cells.get('told')!.value).toBe(1);
});
test('labels that come later are shown when they are there', async () => {
  const page = await openPage([formulaEditor], {
    state: { formula: { type: 'text', init: 'price * 2' }, known: { type: 'list', init: [] } },
    body: {
      type: 'formulaEditor@1',
      bind: 'state.formula',
      props: { label: '公式', fields: { $x: 'state.known' } },
    },
  });
  expect(shown()).toBe('price * 2');
  act(() => page.scope.cells.get('known')!.set(fields));
  await page.settle();
  expect(shown()).toBe('`单价 (元)` * 2');
});
test('the offers are under headings, fields first, each function with its help and an example', async () => {
  const on = await open('', { own: 'price' });
  const names = await on.offers();
  const offered = currentCompletions(editor().state);
  const groups = new Set(
    offered.map(({ section }) => (typeof section === 'object' ? section.name : '')),
  );
  expect([...groups].slice(0, 2)).toEqual(['字段', '逻辑函数']);
  expect([...groups]).toContain('日期函数');
  expect(offered.find(({ label }) => label === '四舍五入')?.info).toBe(
    '四舍五入(数字, 小数位)\n四舍五入到若干位小数（默认 0 位）\n例如 四舍五入(3.456, 2)',
  );
  // A formula that reads itself has no value, and a removed field has none either.
  expect([
    names.includes('单价 (元)'),
    names.includes('旧字段'),
    names.includes('签订日期'),
  ]).toEqual([false, false, true]);
});

test('a row may be one name, with its columns behind it', async () => {
  const on = await open('', { via: 'lines', rowName: 'row', rowLabel: '这一行' });
  await on.type('这一行.');
  expect(await on.offers()).toEqual(expect.arrayContaining(['金额', '类型']));
  await on.type('这一行.金额 * 2');
  expect(on.kept()).toBe('row.amount * 2');
  await on.type('这一行.类别');
  await waitFor(() => expect(document.body.textContent).toContain('没有'));
});
