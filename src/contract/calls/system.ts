import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import {
  CODE_MODES,
  CODE_RESETS,
  CodeSegment,
  CodeSegments,
  MAX_CODES_AT_ONCE,
} from '../company/code-rules.ts';
import { MAX_LABEL, MAX_PAGE_SIZE } from '../base/constants.ts';
import { Id, oneOf, SelectOption } from '../metadata/meta.ts';
import { MAX_PARAM_TEXT, PARAM_TYPES } from '../company/params.ts';
import { closed } from '../base/closed.ts';

const OrNull = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Version = Type.Integer({ minimum: 1 });
const Search = OrNull(Type.String({ maxLength: 100 }));
const Note = OrNull(Type.String({ maxLength: 500 }));
const Name = Type.String({ minLength: 1, maxLength: MAX_LABEL });
const paging = {
  current: OrNull(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: OrNull(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const paged = { total: Type.Integer(), current: Type.Integer(), size: Type.Integer() };

/** English name of a dictionary or a code rule. */
const KeyName = Type.String({ minLength: 1, maxLength: 40 });
const DictCode = Type.String({ minLength: 1, maxLength: 40 });

const Dict = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  note: Type.String(),
  tree: Type.Boolean(),
  /** comes with the platform: cannot be removed */
  system: Type.Boolean(),
  sort: Type.Integer(),
  count: Type.Integer(),
  version: Type.Integer(),
});
const Day = Type.String({ format: 'date' });
/**
 * `inForce`: enabled and within its days; what a list of choices offers. Days are those of the time
 * zone of the platform, both included.
 */
const DictItem = Type.Object({
  id: Id,
  dict: Type.String(),
  code: Type.String(),
  label: Type.String(),
  parentId: Type.Union([Id, Type.Null()]),
  color: Type.String(),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
  effectiveFrom: Type.Union([Type.String(), Type.Null()]),
  effectiveTo: Type.Union([Type.String(), Type.Null()]),
  note: Type.String(),
  system: Type.Boolean(),
  inForce: Type.Boolean(),
  version: Type.Integer(),
});

const dictCalls = [
  defineCall({
    id: 'system.dict.catalog',
    method: 'GET',
    path: '/system/dict/catalog',
    access: 'member',
    summary: '有哪些字典',
    data: Type.Array(Dict),
  }),
  defineCall({
    id: 'system.dict.list',
    method: 'GET',
    path: '/system/dict/list',
    access: 'member',
    summary: '一本字典的全部字典项，停用的也在内',
    query: Type.Object({ pcode: DictCode }),
    data: Type.Array(DictItem),
  }),
  defineCall({
    id: 'system.dict.dictionary',
    method: 'GET',
    path: '/system/dict/dictionary',
    access: 'member',
    summary: '一本字典现在可以选的项',
    query: Type.Object({ code: DictCode }),
    data: Type.Array(SelectOption),
  }),
  defineCall({
    id: 'system.dict.detail',
    method: 'GET',
    path: '/system/dict/detail',
    access: 'member',
    summary: '一本字典和它的字典项',
    query: Type.Object({ code: DictCode }),
    data: Type.Object({ dict: Dict, items: Type.Array(DictItem) }),
  }),
  defineCall({
    id: 'system.dict.submit',
    method: 'POST',
    path: '/system/dict/submit',
    access: 'can:dict.manage',
    operation: true,
    summary: '保存字典或字典项；有 pcode 的是字典项，没有 id 的是新建',
    body: Type.Object(
      {
        id: OrNull(Id),
        version: OrNull(Version),
        pcode: OrNull(DictCode),
        code: Type.String({ maxLength: 40 }),
        name: Type.String({ maxLength: 200 }),
        note: Note,
        tree: OrNull(Type.Boolean()),
        sort: OrNull(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
        parentId: OrNull(Id),
        color: OrNull(Type.String({ maxLength: 20 })),
        enabled: OrNull(Type.Boolean()),
        effectiveFrom: OrNull(Day),
        effectiveTo: OrNull(Day),
      },
      closed,
    ),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  defineCall({
    id: 'system.dict.move',
    method: 'POST',
    path: '/system/dict/move',
    access: 'can:dict.manage',
    operation: true,
    summary: '移动字典项：换上级，或排到另一项之前',
    body: Type.Object({ id: Id, parentId: OrNull(Id), beforeId: OrNull(Id) }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'system.dict.remove',
    method: 'POST',
    path: '/system/dict/remove',
    access: 'can:dict.manage',
    operation: true,
    summary: '删除字典或字典项；正在使用的字典项改为停用',
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ removed: Type.Integer(), disabled: Type.Integer() }),
  }),
] as const;

const rule = {
  code: Type.String({ maxLength: 40 }),
  name: Type.String({ maxLength: 200 }),
  note: Note,
  segments: CodeSegments,
  reset: oneOf(CODE_RESETS),
  mode: oneOf(CODE_MODES),
  enabled: OrNull(Type.Boolean()),
  /** members may take codes themselves */
  open: OrNull(Type.Boolean()),
};
const CodeRule = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  note: Type.String(),
  segments: Type.Array(CodeSegment),
  reset: oneOf(CODE_RESETS),
  mode: oneOf(CODE_MODES),
  enabled: Type.Boolean(),
  open: Type.Boolean(),
  /** what the next code looks like, random signs and values made up */
  sample: Type.String(),
  /** the last number taken in this period */
  last: Type.Union([Type.Integer(), Type.Null()]),
  version: Type.Integer(),
});
const Values = OrNull(
  Type.Record(
    Type.String({ maxLength: 40 }),
    Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Null()]),
    { maxProperties: 50 },
  ),
);

const codeRuleCalls = [
  defineCall({
    id: 'system.coderule.codes',
    method: 'POST',
    path: '/system/coderule/codes',
    access: 'can:codeRule.manage',
    summary: '编码规则',
    body: Type.Object({ search: Search, ...paging }, closed),
    data: Type.Object({ records: Type.Array(CodeRule), ...paged }),
  }),
  defineCall({
    id: 'system.coderule.choices',
    method: 'GET',
    path: '/system/coderule/choices',
    access: 'builder',
    summary: '字段可以用的编码规则',
    data: Type.Array(
      Type.Object({
        code: Type.String(),
        /** the name, with what a code looks like */
        label: Type.String(),
      }),
    ),
  }),
  defineCall({
    id: 'system.coderule.code',
    method: 'POST',
    bodySize: 'list',
    path: '/system/coderule/code',
    access: 'member',
    inPages: 'rights',
    summary: '按编码规则取号；preview 只看下一个，不取走',
    body: Type.Object(
      {
        code: KeyName,
        values: Values,
        count: OrNull(Type.Integer({ minimum: 1, maximum: MAX_CODES_AT_ONCE })),
        preview: OrNull(Type.Boolean()),
        requestId: OrNull(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: Type.Object({ codes: Type.Array(Type.String()) }),
  }),
  defineReading({
    id: 'system.coderule.preview',
    method: 'POST',
    path: '/system/coderule/preview',
    access: 'member',
    summary: '一条规则取出的号长什么样，不取号',
    body: Type.Object({ segments: CodeSegments, reset: oneOf(CODE_RESETS) }, closed),
    data: Type.Object({
      codes: Type.Array(Type.String()),
      /** why there are none, in words */
      problems: Type.Array(Type.String()),
    }),
  }),
  defineCall({
    id: 'system.coderule.submit',
    method: 'POST',
    path: '/system/coderule/submit',
    access: 'can:codeRule.manage',
    operation: true,
    summary: '保存编码规则',
    body: Type.Object({ id: OrNull(Id), version: OrNull(Version), ...rule }, closed),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  defineCall({
    id: 'system.coderule.remove',
    method: 'POST',
    path: '/system/coderule/remove',
    access: 'can:codeRule.manage',
    operation: true,
    summary: '删除编码规则',
    body: Type.Object({ id: Id }, closed),
    data: Type.Null(),
  }),
] as const;

const ParamScalar = Type.Union([
  Type.String({ maxLength: MAX_PARAM_TEXT }),
  Type.Number(),
  Type.Boolean(),
]);
/**
 * `system`: one the platform knows; its `value` is the default unless `changed`. `shown` is the
 * value in words.
 */
const Param = Type.Object({
  key: Type.String(),
  name: Type.String(),
  group: Type.String(),
  type: oneOf(PARAM_TYPES),
  value: ParamScalar,
  defaultValue: Type.Union([ParamScalar, Type.Null()]),
  shown: Type.String(),
  note: Type.String(),
  min: Type.Union([Type.Number(), Type.Null()]),
  max: Type.Union([Type.Number(), Type.Null()]),
  unit: Type.String(),
  system: Type.Boolean(),
  changed: Type.Boolean(),
  version: Type.Integer(),
  changedBy: Type.String(),
  updatedAt: Type.Union([Type.String(), Type.Null()]),
});

const paramCalls = [
  defineCall({
    id: 'system.param.list',
    method: 'POST',
    path: '/system/param/list',
    access: 'can:param.manage',
    summary: '系统参数',
    body: Type.Object({ search: Search }, closed),
    data: Type.Object({ records: Type.Array(Param), total: Type.Integer() }),
  }),
  defineCall({
    id: 'system.param.submit',
    method: 'POST',
    path: '/system/param/submit',
    access: 'can:param.manage',
    operation: true,
    summary: '保存系统参数；平台没有的参数名是本企业自己的',
    body: Type.Object(
      {
        key: Type.String({ maxLength: 60 }),
        value: ParamScalar,
        /** 0 or left out: not there yet */
        version: OrNull(Type.Integer({ minimum: 0 })),
        name: OrNull(Name),
        type: OrNull(oneOf(PARAM_TYPES)),
        note: Note,
      },
      closed,
    ),
    data: Type.Object({ version: Type.Integer() }),
  }),
  defineCall({
    id: 'system.param.remove',
    method: 'POST',
    path: '/system/param/remove',
    access: 'can:param.manage',
    operation: true,
    summary: '恢复参数的默认值；本企业自己的参数则删除',
    body: Type.Object({ key: Type.String({ maxLength: 60 }) }, closed),
    data: Type.Null(),
  }),
] as const;

export const systemCalls = [...dictCalls, ...codeRuleCalls, ...paramCalls] as const;
