/** Nodes of small pages, for the tests of PageView. */
export const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: '名称', maxLength: 5 },
    price: { type: 'number', title: '单价' },
    count: { type: 'number', title: '数量' },
    kind: { type: 'string', title: '类型' },
    reason: { type: 'string', title: '原因' },
  },
};
export const field = (name: string, more: object = {}) => ({
  id: name,
  type: 'field@1',
  bind: `order.${name}`,
  ...more,
});
export const text = (id: string, $x: string) => ({ id, type: 'text@1', props: { text: { $x } } });
export const boxed = (...nodes: object[]) =>
  ({ id: 'root', type: 'box@1', slots: { default: nodes } }) as never;
