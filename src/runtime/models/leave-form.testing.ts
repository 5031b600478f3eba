import type { FieldDescribe, ObjectDescribe } from '../../contract/index.ts';
import { fakePorts, pageOf } from '../../view/testing/index.ts';
import type { FakePorts } from '../../view/testing/index.ts';

/** A page with a form over 请假单, for the tests of forms. */
export const fieldOf = (
  apiName: string,
  label: string,
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({ id: apiName, order: 0, apiName, label, type: 'text', ...more });
export const leave: ObjectDescribe = {
  id: 'o1',
  apiName: 'leave',
  label: '请假单',
  titleField: 'reason',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    fieldOf('reason', '事由', { required: true, maxLength: 10 }),
    fieldOf('days', '天数', { type: 'decimal', precision: 4, scale: 1 }),
    fieldOf('note', '备注', { defaultValue: '无' }),
  ],
};
export const boxed = (...nodes: object[]) =>
  ({ id: 'root', type: 'box@1', slots: { default: nodes } }) as never;
export const button = (text: string, ...steps: object[]) => ({
  type: 'button@1',
  props: { text },
  on: { click: steps },
});
export const page = pageOf({
  params: { id: { type: 'text' } },
  forms: { record: { object: 'leave', id: { $x: 'params.id' }, init: { days: 2 } } },
  body: boxed(
    {
      id: 'form',
      type: 'form@1',
      bind: 'record',
      slots: {
        default: [
          { id: 'reason', type: 'field@1', bind: 'record.reason' },
          { id: 'days', type: 'field@1', bind: 'record.days' },
        ],
      },
    },
    button(
      '保存',
      { do: 'save', args: { form: 'record' }, as: 'saved' },
      { do: 'toast', args: { text: { $t: '已保存 {results.saved.id}' } } },
    ),
  ),
});
export const record = {
  id: '7',
  version: 3,
  reason: '看病',
  days: 1,
  createdAt: '2026-01-01T00:00:00Z',
};
export const world = (
  answers: Record<string, unknown> = {},
  theirs?: readonly string[] | null,
): FakePorts =>
  fakePorts({
    describes: { leave },
    ...(theirs !== undefined && { theirs }),
    answers: { 'bizmeta.record.detail': { record, labels: {} }, ...answers },
  });
