import type { NamedScope } from '../../../contract/index.ts';
import type { HeldScope } from '../access/rights.ts';

/** What scopes look at in a record, by its names. */
export interface ScopedRecord {
  readonly ownerId: string;
  readonly ownerName: string;
  /** Empty where the owner works in no department. */
  readonly deptTitle: string;
}

/** Who is spoken of, and how: 你, or a name. */
export interface Subject {
  readonly id: string;
  readonly called: string;
}

type Reason = (record: ScopedRecord, person: Subject, holds: boolean) => string;

const owned: Reason = ({ ownerName, ownerId }, { id, called }) =>
  ownerId === id ? `负责人是${called}` : `负责人是${ownerName}，不是${called}`;
const inDept =
  (inside: string, outside: string): Reason =>
  ({ deptTitle }, { called }, holds) =>
    deptTitle === ''
      ? '这条记录没有负责部门'
      : `负责部门「${deptTitle}」${(holds ? inside : outside).replace('…', called)}`;

/** Why a scope has a record, or not; one entry a kind of scope. */
const NAMED: Readonly<Record<NamedScope, Reason>> = {
  all: () => '不分记录',
  none: () => '不含任何记录',
  self: owned,
  selfAndSub: (record, person, holds) =>
    record.ownerId === person.id
      ? owned(record, person, holds)
      : `负责人${record.ownerName}${holds ? '' : `不是${person.called}，也不`}向${person.called}汇报`,
  dept: inDept('是…的部门', '不是…的部门'),
  deptAndSub: inDept('是…的部门，或在其下', '不在…的部门之下'),
  ledDepts: inDept('由…负责，或在其下', '不由…负责'),
};
const depts = inDept('是其中之一', '不在其中');

/** 负责人是张三，不是你; empty where `record` is null. */
export function scopeReason(
  scope: HeldScope,
  record: ScopedRecord | null,
  person: Subject,
  holds: boolean,
): string {
  if (!record) return '';
  if (typeof scope === 'string') return NAMED[scope](record, person, holds);
  if ('depts' in scope) return depts(record, person, holds);
  if ('shared' in scope) return `这条记录${holds ? '' : '没有'}分享给${person.called}`;
  if ('through' in scope) return `${holds ? '' : '没有'}对它关联的记录有同样的权限`;
  return holds ? '这条记录符合条件' : '这条记录不符合条件';
}
