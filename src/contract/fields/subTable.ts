import { MAX_ROWS } from '../base/constants.ts';
import {
  defineField,
  type ColumnSettings,
  type FieldSettings,
  type ValueSchema,
} from './descriptor.ts';
import { ID_SCHEMA, PRESENCE_OPS } from './families.ts';

/** Its rows: one that exists has its id. */
function rows(
  field: FieldSettings,
  columnSchema: (column: ColumnSettings) => ValueSchema,
): ValueSchema {
  const columns = (field.fields ?? []).filter((column) => column.removed !== true);
  return {
    type: 'array',
    maxItems: MAX_ROWS,
    items: {
      type: 'object',
      additionalProperties: false,
      required: columns
        .filter((column) => column.required === true)
        .map((column) => column.apiName),
      properties: Object.fromEntries([
        ['id', ID_SCHEMA],
        ...columns.map((column) => [column.apiName, columnSchema(column)] as const),
      ]),
    },
  };
}

export const subTable = defineField({
  type: 'subTable',
  title: '明细表',
  group: '高级',
  icon: 'ordered-list',
  family: 'content',
  input: 'subTable',
  reads: { list: 'any' },
  rows: true,
  schema: rows,
  format: 'rowCount',
  operators: PRESENCE_OPS,
  noCell: 'any',
  wide: true,
});
