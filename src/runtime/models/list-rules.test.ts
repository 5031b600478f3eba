import { expect, it } from 'vitest';
import type { FieldDescribe, ObjectDescribe } from '../../contract/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { ListRules } from './list-rules.ts';

const field = (apiName: string, type: FieldDescribe['type']): FieldDescribe => ({
  id: apiName,
  apiName,
  label: apiName,
  type,
  order: 0,
});
const rulesOf = (more: Partial<ObjectDescribe>): ListRules =>
  new ListRules(
    {
      id: 'o',
      apiName: 'order',
      label: '订单',
      titleField: 'state',
      appId: null,
      version: 1,
      validator: '',
      fields: [field('state', 'text'), field('amount', 'integer'), field('note', 'text')],
      ...more,
    },
    fakePorts(),
  );

it('a cell is refused before it is sent, where the list has all that the rules read', () => {
  const rules = rulesOf({
    rules: [
      { when: "state = 'done'", then: [{ do: 'readonly', targets: ['amount'] }] },
      { when: "state = 'off'", then: [{ do: 'show', targets: ['note'] }] },
    ],
    validations: [{ expr: 'amount < 10', message: '太多', field: 'amount' }],
  });
  const open = { id: '1', state: 'open', amount: 1 };
  expect([
    rules.faultOf({ ...open, state: 'done' }, 'amount', 2),
    rules.faultOf(open, 'amount', 2),
    rules.faultOf(open, 'amount', 12),
    rules.faultOf(open, 'note', 'x'),
    rules.faultOf(open, 'note', ''),
    rules.faultOf(open, 'state', 'done'),
  ]).toEqual([
    '字段“amount”此时不能填写：规则锁定了它',
    null,
    '太多',
    '字段“note”此时不能填写：规则隐藏了它',
    null,
    null,
  ]);
  // A list without the column cannot know: the server does.
  expect(rules.faultOf({ id: '1', amount: 1 }, 'note', 'x')).toBeNull();
  expect(rulesOf({}).faultOf(open, 'amount', 2)).toBeNull();
});
