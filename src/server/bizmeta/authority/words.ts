import {
  OTHER_FIELDS,
  RECORD_OPS,
  type FieldRight,
  type NamedScope,
  type ObjectGrant,
  type RecordOp,
  type RecordScope,
} from '../../../contract/index.ts';
import type { GrantedObject } from './objects.ts';

/** What a grant allows, as a sentence. */

export const OPS: Readonly<Record<RecordOp, string>> = {
  create: '新建',
  view: '查看',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
  print: '打印',
  share: '分享',
  transferOwner: '转移负责人',
  changeLog: '变更记录',
  comment: '评论',
  bulk: '批量操作',
};
const SCOPES: Readonly<Record<NamedScope, string>> = {
  none: '无',
  self: '本人',
  selfAndSub: '本人及下属',
  dept: '本部门',
  deptAndSub: '本部门及下级',
  all: '全部',
};
export const RIGHTS: Readonly<Record<FieldRight, string>> = {
  none: '不可见',
  read: '只读',
  write: '可编辑',
};

export type DeptTitles = ReadonlyMap<string, string>;

export function scopeWords(scope: RecordScope, depts: DeptTitles): string {
  if (typeof scope === 'string') return SCOPES[scope];
  if ('condition' in scope) return `符合“${scope.condition}”`;
  return scope.depts.map((id) => depts.get(id) ?? '已删除的部门').join('、');
}

/** Names joined by what they have in common, in the order in which that comes up. */
function grouped(pairs: readonly (readonly [name: string, common: string])[]): string[] {
  const groups = new Map<string, string[]>();
  for (const [name, common] of pairs) groups.set(common, [...(groups.get(common) ?? []), name]);
  return [...groups].map(([common, names]) => `${names.join('、')}（${common}）`);
}

/** 查看、打印（本人）、新建（全部）；费用（不可见）、其他字段（只读） */
export function grantWords(
  { ops, scope, fields = {} }: ObjectGrant,
  object: Pick<GrantedObject, 'fields'>,
  depts: DeptTitles,
): string {
  const scopes: Partial<Record<RecordOp, RecordScope>> = scope ?? {};
  const scopeOf = (op: RecordOp): RecordScope => scopes[op] ?? scopes.view ?? 'all';
  const allowed = RECORD_OPS.filter((op) => ops.includes(op)).map(
    (op) => [OPS[op], scopeWords(scopeOf(op), depts)] as const,
  );
  const labels = new Map(object.fields.map(({ id, label }) => [id, label]));
  const others = fields[OTHER_FIELDS];
  const rights = Object.entries(fields).flatMap(([key, right]) => {
    const label = labels.get(key);
    return label === undefined ? [] : [[label, RIGHTS[right]] as const];
  });
  if (others) rights.push(['其他字段', RIGHTS[others]]);
  return [grouped(allowed).join('、') || '无', grouped(rights).join('、')]
    .filter((part) => part !== '')
    .join('；');
}
