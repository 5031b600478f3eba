import { Type } from 'typebox';
import { RecordRights } from '../metadata/authority.ts';
import { Explained } from '../metadata/explained.ts';
import { Group, GroupBy, SummaryAsk, SummaryValue } from '../metadata/aggregates.ts';
import { appCalls } from './applications.ts';
import { binCalls } from './bin.ts';
import { bulkCalls } from './bulk.ts';
import { defineCall, defineReading } from './call.ts';
import { fieldCalls } from './field-calls.ts';
import { objectCalls } from './object-calls.ts';
import { recordBinCalls } from './record-bin.ts';
import {
  GROUP_LEVELS_MAX,
  MAX_BULK,
  MAX_FIELDS,
  MAX_PAGE_SIZE,
  MAX_PATH_NAME,
  MAX_SEARCH_TEXT,
} from '../base/constants.ts';
import {
  AddressValues,
  DescribeInput,
  FIELD_KIND,
  FieldNames,
  Filter,
  Id,
  Labels,
  NameRef,
  OBJECT_KIND,
  ObjectRef,
  ObjectDescribe,
  RecordValues,
  Sort,
} from '../metadata/meta.ts';
import { MergedEdit } from '../metadata/merge.ts';
import { RecordStep, TransactionAnswer } from '../metadata/transaction.ts';
import { WhereAsk } from '../metadata/where.ts';
import { closed } from '../base/closed.ts';

const saved = { id: Id, apiName: Type.String(), version: Type.Integer() };
const Saved = Type.Object(saved);
const PathName = Type.String({ maxLength: MAX_PATH_NAME });
const ofObject = Type.Object({
  object: Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND }),
});
const requestId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'same id twice gives the first answer' }),
);
const read = Type.Optional(
  Type.Boolean({
    description:
      'answer the records as they stand afterwards, what is worked out and the ids of rows ' +
      `among it; at most ${MAX_PAGE_SIZE} records`,
  }),
);
const asWritten = Type.Optional(
  Type.Array(RecordValues, { description: 'with read: the records in the order they were given' }),
);
/** Three sort keys of 500 characters of four bytes each, in base64. */
const MAX_CURSOR = 12_000;

const describe = '/bizmeta/v1/object/describe/service';
const describeCalls = [
  defineCall({
    id: 'bizmeta.describe.create',
    method: 'POST',
    bodySize: 'describe',
    path: `${describe}/createDescribe`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '新建对象',
    body: Type.Object(
      { appId: Type.Optional(Type.Union([Id, Type.Null()])), describe: DescribeInput, requestId },
      closed,
    ),
    data: Saved,
  }),
  defineCall({
    id: 'bizmeta.describe.update',
    method: 'POST',
    bodySize: 'describe',
    path: `${describe}/updateDescribe`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '修改对象',
    body: Type.Object(
      {
        appId: Type.Optional(Type.Union([Id, Type.Null()])),
        describe: DescribeInput,
        /** Fields whose new type may leave values out: these are listed, and the change can be undone. */
        acceptLoss: Type.Optional(Type.Array(Id, { maxItems: MAX_FIELDS })),
        requestId,
      },
      closed,
    ),
    data: Type.Object({
      ...saved,
      /** Changes of types that go on in the background: their fields have the old type until then. */
      changing: Type.Array(Id),
    }),
  }),
  defineCall({
    id: 'bizmeta.describe.delete',
    method: 'POST',
    path: `${describe}/deleteDescribe`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '删除对象',
    body: Type.Object({ apiName: ObjectRef }, closed),
    data: Type.Null(),
  }),
  defineReading({
    id: 'bizmeta.describe.detail',
    method: 'POST',
    path: `${describe}/detailDescribe`,
    access: 'member',
    summary: '对象描述；给出记录时，正在审批这条记录的人也能得到其节点可见的字段',
    body: Type.Object({ apiName: ObjectRef, recordId: Type.Optional(Id) }, closed),
    data: ObjectDescribe,
  }),
  defineReading({
    id: 'bizmeta.describe.list',
    method: 'POST',
    path: `${describe}/findDescribeList`,
    access: 'member',
    summary: '对象列表',
    body: Type.Object({ appId: Type.Optional(Id), name: Type.Optional(NameRef) }, closed),
    data: Type.Array(
      Type.Object({
        id: Id,
        apiName: Type.String(),
        label: Type.String(),
        description: Type.String(),
        icon: Type.String(),
        appId: Type.Union([Id, Type.Null()]),
        appName: Type.String(),
        version: Type.Integer(),
        fieldCount: Type.Integer(),
        active: Type.Boolean(),
        updatedAt: Type.String(),
      }),
    ),
  }),
] as const;

const recordCalls = [
  defineCall({
    id: 'bizmeta.record.bulkCreate',
    method: 'POST',
    bodySize: 'records',
    path: '/bizmeta/v1/object/{object}/action/BulkCreate',
    access: 'member',
    inPages: 'acts',
    summary: '新建记录',
    params: ofObject,
    body: Type.Object(
      { records: Type.Array(RecordValues, { minItems: 1, maxItems: MAX_BULK }), read, requestId },
      closed,
    ),
    data: Type.Object({ ids: Type.Array(Id), read: asWritten }),
  }),
  defineCall({
    id: 'bizmeta.record.bulkEdit',
    method: 'POST',
    bodySize: 'records',
    path: '/bizmeta/v1/object/{object}/action/BulkEdit',
    access: 'member',
    inPages: 'acts',
    summary: '修改记录',
    params: ofObject,
    body: Type.Object(
      {
        records: Type.Array(RecordValues, {
          minItems: 1,
          maxItems: MAX_BULK,
          description:
            'each with id, the version it was made from and the fields to change; what others ' +
            'changed since then stays, and what both changed is EDIT_CONFLICT',
        }),
        read,
        requestId,
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(Type.Object({ id: Id, version: Type.Integer() })),
      merged: Type.Optional(
        Type.Array(MergedEdit, { description: 'of records that others changed meanwhile' }),
      ),
      labels: Type.Optional(Labels),
      read: asWritten,
    }),
  }),
  defineCall({
    id: 'bizmeta.record.bulkDelete',
    method: 'POST',
    bodySize: 'list',
    path: '/bizmeta/v1/object/{object}/action/BulkDelete',
    access: 'member',
    inPages: 'acts',
    summary: '删除记录',
    params: ofObject,
    body: Type.Object(
      { ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK }), requestId },
      closed,
    ),
    // `along`: records that were deleted with them.
    data: Type.Object({ count: Type.Integer(), along: Type.Integer() }),
  }),
  defineCall({
    id: 'bizmeta.record.restore',
    method: 'POST',
    bodySize: 'list',
    path: '/bizmeta/v1/object/{object}/action/Restore',
    access: 'member',
    inPages: 'acts',
    summary: '恢复删除的记录',
    params: ofObject,
    body: Type.Object(
      {
        ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK }),
        alone: Type.Optional(
          Type.Boolean({ description: 'leave what was deleted with them in the bin' }),
        ),
        requestId,
      },
      closed,
    ),
    data: Type.Object({ count: Type.Integer(), along: Type.Integer() }),
  }),
  defineCall({
    id: 'bizmeta.record.transact',
    method: 'POST',
    bodySize: 'records',
    path: '/bizmeta/v1/object/record/service/transact',
    access: 'member',
    inPages: 'acts',
    summary: '在一个事务里新建、修改、删除多个对象的记录；dryRun 只试算不写入',
    body: Type.Object(
      {
        steps: Type.Array(RecordStep, { minItems: 1, maxItems: MAX_BULK }),
        dryRun: Type.Optional(Type.Boolean()),
        requestId,
      },
      closed,
    ),
    data: TransactionAnswer,
  }),
  defineReading({
    id: 'bizmeta.record.list',
    method: 'POST',
    bodySize: 'list',
    path: '/bizmeta/v1/object/{object}/controller/List',
    access: 'member',
    fromReplica: true,
    summary: '记录列表',
    params: ofObject,
    body: Type.Object(
      {
        viewId: Type.Optional(
          Type.Union([Id, Type.Null()], {
            description:
              'its filter holds besides; its sort, fields and grouping where the request gives none',
          }),
        ),
        filter: Type.Optional(Type.Union([Filter, Type.Null()])),
        sort: Type.Optional(Sort),
        fields: Type.Optional(FieldNames),
        where: Type.Optional(WhereAsk),
        groupBy: Type.Optional(GroupBy),
        summary: Type.Optional(SummaryAsk),
        within: Type.Optional(
          Type.Array(Type.Unknown(), {
            maxItems: GROUP_LEVELS_MAX,
            description:
              'values of the first groupBy fields: only records, groups and sums of that group',
          }),
        ),
        search: Type.Optional(
          Type.String({
            maxLength: MAX_SEARCH_TEXT,
            description:
              'text found in the title, by its pinyin too, or in a field the object is searched by',
          }),
        ),
        current: Type.Optional(Type.Integer({ minimum: 1 })),
        size: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_PAGE_SIZE,
            description: '0: groups and sums only',
          }),
        ),
        cursor: Type.Optional(Type.String({ maxLength: MAX_CURSOR })),
        rights: Type.Optional(
          Type.Boolean({ description: 'of a closed object: answer what may be done with each' }),
        ),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(RecordValues),
      total: Type.Integer(),
      totalIsEstimate: Type.Boolean(),
      cursor: Type.Union([Type.String(), Type.Null()]),
      current: Type.Integer(),
      size: Type.Integer(),
      labels: Labels,
      groups: Type.Optional(
        Type.Array(Group, {
          description: 'only with groupBy: a group stands before the groups within it',
        }),
      ),
      groupsMore: Type.Optional(
        Type.Boolean({ description: 'there are more groups than one answer holds' }),
      ),
      rights: Type.Optional(Type.Record(Id, RecordRights)),
      summary: Type.Optional(
        Type.Array(SummaryValue, {
          description: 'only with summary: of all records the list matches, not of the page',
        }),
      ),
    }),
  }),
  defineReading({
    id: 'bizmeta.record.defaults',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/Defaults',
    access: 'member',
    summary: '新记录的默认值',
    params: ofObject,
    body: Type.Object({ address: Type.Optional(AddressValues) }, closed),
    data: Type.Object({
      values: RecordValues,
      /** Of a new row of each sub-table. */
      rows: Type.Record(Type.String(), RecordValues),
      labels: Labels,
    }),
  }),
  defineReading({
    id: 'bizmeta.record.detail',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/Detail',
    access: 'member',
    summary: '记录详情',
    params: ofObject,
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({
      record: RecordValues,
      labels: Labels,
      rights: Type.Optional(RecordRights),
    }),
  }),
  defineReading({
    id: 'bizmeta.record.version',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/Version',
    access: 'member',
    summary: '记录现在的版本；打开的表单由此得知他人的修改',
    params: ofObject,
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ version: Type.Integer() }),
  }),
  defineReading({
    id: 'bizmeta.record.explain',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/Explain',
    access: 'member',
    summary: '一条记录的一个值是怎么算出来的：公式、代入的值、来源',
    params: ofObject,
    // `field` of a sub-table's row is table.column, with the row's id; `viewId` is the view it is
    // read through.
    body: Type.Object(
      {
        id: Id,
        field: Type.String({ minLength: 1, maxLength: 2 * MAX_PATH_NAME, ...FIELD_KIND }),
        row: Type.Optional(Id),
        viewId: Type.Optional(Id),
      },
      closed,
    ),
    data: Explained,
  }),
] as const;

const validatorCalls = [
  defineCall({
    id: 'bizmeta.validator.module',
    method: 'GET',
    path: '/bizmeta/v1/validator/{name}',
    access: 'anonymous',
    summary: '按哈希取预编译校验模块',
    answer: 'raw',
    params: Type.Object({ name: PathName }),
    data: Type.Unknown(),
  }),
] as const;

export const bizmetaCalls = [
  ...describeCalls,
  ...objectCalls,
  ...recordCalls,
  ...bulkCalls,
  ...validatorCalls,
  ...appCalls,
  ...fieldCalls,
  ...binCalls,
  ...recordBinCalls,
] as const;
