import { expect, it } from 'vitest';
import type { FieldDescribe, FormBody, FormField } from '../../contract/index.ts';
import { formChanges } from './changes.ts';

const fields = [{ apiName: 'room', label: '房间' }] as FieldDescribe[];
const body = (more: Partial<FormField>): FormBody => ({
  terminal: 'both',
  layout: { pages: [{ sections: [{ items: [{ kind: 'field', field: 'room', ...more }] }] }] },
  rules: [],
  validations: [],
  publish: { mode: 'link' },
});

it('a field that links may now fill in is a change to be published', () => {
  expect(formChanges(body({}), body({ fromAddress: true }), fields)).toEqual([
    '修改字段“房间”：由链接填入',
  ]);
  expect(formChanges(body({}), body({ fromAddress: false }), fields)).toEqual([]);
});
