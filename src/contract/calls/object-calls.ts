import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';
import { MAX_FIELDS, MAX_PASTED_TEXT } from '../base/constants.ts';
import { oneOf } from '../base/one-of.ts';
import { typesWhere } from '../fields/field-types.ts';
import { FieldDescribe, Id, ObjectRef } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const describe = '/bizmeta/v1/object/describe/service';

/** Types a column of a pasted table may become. */
const TABLE_TYPES = typesWhere(({ pasted }) => pasted);
const tableColumn = {
  label: Type.String({ minLength: 1, maxLength: 200 }),
  type: oneOf(TABLE_TYPES),
  /** Not taken over. */
  skip: Type.Boolean(),
};
const TableColumn = Type.Object(tableColumn);
export type TableColumn = Static<typeof TableColumn>;
const CellProblem = Type.Object({
  /** Line of the table, the names of the columns are line 1. */
  row: Type.Integer(),
  column: Type.String(),
  text: Type.String(),
  why: Type.String(),
});
export type CellProblem = Static<typeof CellProblem>;
const TableText = Type.String({ minLength: 1, maxLength: MAX_PASTED_TEXT });

const FieldTypeItem = Type.Object({
  key: Type.String(),
  title: Type.String(),
  icon: Type.String(),
  group: Type.String(),
});
/** A source the default of a field of the type can come from. */
const DefaultItem = Type.Object({ type: Type.String(), key: Type.String() });

/** Looking after objects that are there: what a builder does besides designing them. */
export const objectCalls = [
  defineCall({
    id: 'bizmeta.describe.copy',
    method: 'POST',
    path: `${describe}/copyDescribe`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '复制对象；可以连同记录',
    body: Type.Object(
      {
        apiName: ObjectRef,
        label: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
        withRecords: Type.Optional(Type.Boolean()),
        requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: Type.Object({
      id: Id,
      apiName: Type.String(),
      label: Type.String(),
      records: Type.Integer(),
      /** Labels of computed fields that read what is not copied and were left out. */
      left: Type.Array(Type.String()),
    }),
  }),
  defineCall({
    id: 'bizmeta.describe.active',
    method: 'POST',
    path: `${describe}/activeDescribe`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '启用或停用对象',
    body: Type.Object({ apiName: ObjectRef, active: Type.Boolean() }, closed),
    data: Type.Null(),
  }),
  defineReading({
    id: 'bizmeta.describe.fields',
    method: 'POST',
    path: `${describe}/findFieldDescribes`,
    access: 'member',
    summary: '对象的字段',
    body: Type.Object({ apiName: ObjectRef }, closed),
    data: Type.Array(FieldDescribe),
  }),
  defineReading({
    id: 'bizmeta.describe.readTable',
    method: 'POST',
    bodySize: 'describe',
    path: '/bizmeta/v1/object/bulkimport/service/sheetInfo',
    access: 'builder',
    summary: '看一份粘贴的表格会成为什么对象',
    body: Type.Object({ text: TableText }, closed),
    data: Type.Object({
      rows: Type.Integer(),
      columns: Type.Array(Type.Object({ ...tableColumn, samples: Type.String() })),
    }),
  }),
  defineCall({
    id: 'bizmeta.describe.fromTable',
    method: 'POST',
    bodySize: 'describe',
    path: '/bizmeta/v1/object/bulkimport/service/importDescribeWithData',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    recordValues: ['text'],
    summary: '用粘贴的表格新建对象并导入记录',
    body: Type.Object(
      {
        appId: Type.Optional(Type.Union([Id, Type.Null()])),
        label: Type.String({ maxLength: 200 }),
        text: TableText,
        /** In the order of the table's columns. */
        columns: Type.Array(Type.Object(tableColumn), { minItems: 1, maxItems: MAX_FIELDS }),
        requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: Type.Object({
      id: Id,
      apiName: Type.String(),
      label: Type.String(),
      records: Type.Integer(),
      /** The first of the cells that were left empty. */
      problems: Type.Array(CellProblem),
      problemCount: Type.Integer(),
    }),
  }),
  defineReading({
    id: 'bizmeta.describe.fieldTypes',
    method: 'POST',
    path: `${describe}/findFieldTypes`,
    access: 'builder',
    summary: '字段类型',
    body: Type.Object({}, closed),
    // In the palette's order, `columns` those of a sub-table; then types that may name a record, that
    // a search may look in, and that a number rule can use.
    data: Type.Object({
      types: Type.Array(FieldTypeItem),
      columns: Type.Array(FieldTypeItem),
      defaults: Type.Array(DefaultItem),
      columnDefaults: Type.Array(DefaultItem),
      titles: Type.Array(Type.String()),
      searched: Type.Array(Type.String()),
      inCodes: Type.Array(Type.String()),
    }),
  }),
  defineReading({
    id: 'bizmeta.describe.referrers',
    method: 'POST',
    path: `${describe}/findReferrers`,
    access: 'builder',
    summary: '哪些对象的关联字段指向一个对象',
    body: Type.Object({ apiName: ObjectRef }, closed),
    // `key` is object.field; `many` when one record of it may point to several.
    data: Type.Array(
      Type.Object({
        key: Type.String(),
        object: Type.String(),
        label: Type.String(),
        field: Type.String(),
        fieldLabel: Type.String(),
        many: Type.Boolean(),
      }),
    ),
  }),
] as const;
