import { expect, it } from 'vitest';
import type { ListSource } from '../model/document.ts';
import { compilePage } from '../compile/compile.ts';
import { validatePage } from './index.ts';

const order = {
  id: 'o',
  apiName: 'order',
  label: '订单',
  titleField: 'name',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    { id: 'f1', apiName: 'name', label: '名称', type: 'text', order: 0 },
    { id: 'f2', apiName: 'amount', label: '金额', type: 'decimal', order: 1 },
    { id: 'f3', apiName: 'state', label: '状态', type: 'singleSelect', order: 2, options: [] },
    { id: 'f4', apiName: 'tags', label: '标签', type: 'multiSelect', order: 3, options: [] },
  ],
};
const pageOf = (where: ListSource['where']) => ({
  spec: 'page/1' as const,
  key: 'a.b',
  rev: 1,
  title: 'x',
  root: 'r',
  nodes: { r: { type: 'box@1' } },
  params: { least: { type: 'number' as const } },
  state: { tab: { type: 'text' as const } },
  sources: { orders: { list: 'order', where: where! } },
});
const problemsOf = (where: unknown) =>
  validatePage(pageOf(where as never), {
    widgets: [
      { type: 'box', version: 1, title: '盒', category: 'layout', props: { type: 'object' } },
    ],
    actions: [],
    describe: (name) => (name === 'order' ? (order as never) : undefined),
  }).problems.map(({ path, msg }) => `${path} ${msg}`);

it('a condition may use the object’s fields and the page’s names; a field may be called like a part of the page', () => {
  expect(
    problemsOf({
      $x: "amount > params.least and state = state.tab and user.id != name and 'x' in tags",
    }),
  ).toEqual([]);
  const spec = compilePage(
    pageOf({ $x: 'amount > params.least and state = state.tab' }),
  ).sources.get('orders');
  expect(spec).toMatchObject({
    where: {
      source: 'amount > params.least and state = state.tab',
      reads: [
        { path: ['params', 'least'], type: 'number' },
        { path: ['state', 'tab'], type: 'text' },
      ],
    },
  });
});
it.each([
  [{ $x: 'amout > 1' }, '是不是 amount'],
  [{ $x: 'amount > params.lest' }, 'params.lest'],
  [{ $x: 'amount + 1' }, '条件的结果应为是或否'],
  [{ $x: "amount = 'x'" }, '数字不能和文本比较'],
  [{ $x: "join(tags, '') = 'x'" }, '不能在查询条件里使用'],
  [{ $x: 'amount >' }, '第 9 个字符处'],
  [true, '应为对象'],
  [{ $t: 'x' }, '$x'],
])('problems of one are reported at their place, what SQL refuses by name: %j', (where, text) => {
  const [first = ''] = problemsOf(where);
  expect(first).toContain('/sources/orders/where');
  expect(first).toContain(text);
});
