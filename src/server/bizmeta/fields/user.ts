import { pickFilter } from './filters/pick.ts';
import type { FieldKind } from './kind.ts';
import { idText } from './values.ts';

/** A member of the tenant, by id. */
export const user: FieldKind = {
  type: 'user',
  settings: ['noNotice'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: pickFilter('text', idText, '人员编号'),
  normalize: ({ noNotice }) => (noNotice ? { noNotice } : {}),
  column: () => 'text',
  parse: (value, field, refuse) =>
    idText(value) ?? refuse('VALUE_TYPE', { label: field.label, expected: '人员编号' }),
};
