import { setFilter } from './filters/set.ts';
import type { FieldKind } from './kind.ts';
import { idText, readRefs } from './values.ts';

/** Several members of the tenant, by id, in the order given. */
export const users: FieldKind = {
  type: 'users',
  settings: ['noNotice'],
  canBeUnique: false,
  canHaveDefault: true,
  index: 'gin',
  filter: setFilter('text', idText, '人员编号'),
  normalize: ({ noNotice }) => (noNotice ? { noNotice } : {}),
  column: () => 'text[]',
  parse: (value, field, refuse) => readRefs(value, field, refuse, idText, '人员编号'),
};
