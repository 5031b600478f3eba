import type {
  AskedOp,
  OTHER_FIELDS,
  FieldDescribe,
  FieldRight,
  ObjectGrant,
  RecordOp,
  RecordScope,
} from '../../src/contract/index.ts';
import { conditionSentence } from '../../src/values/index.ts';

/** In the order of a sentence: viewing first. */
const OP_WORDS: Record<AskedOp, string> = {
  view: '查看',
  create: '新建',
  edit: '编辑',
  delete: '删除',
  share: '分享',
  transferOwner: '转移负责人',
  changeLog: '查看变更记录',
  comment: '评论',
  bulk: '批量操作',
};
const OPS = Object.keys(OP_WORDS) as AskedOp[];
/** The key of the right of all fields that are not listed. */
const REST: typeof OTHER_FIELDS = '*';
const SCOPE_WORDS = {
  none: '',
  self: '本人的',
  selfAndSub: '本人及下属的',
  dept: '本部门的',
  deptAndSub: '本部门及下级的',
  all: '全部',
} as const;
/** Operations that make records: of all of them there is nothing to say. */
const MAKING: readonly RecordOp[] = ['create'];
/** More operations than these missing, and those that are there are named instead. */
const MAX_MISSING = 3;
/** Fields named before the rest is only counted. */
const MAX_NAMED = 3;

/** The scope an operation of the grant has: its own, that of viewing, or all. */
const scopeOf = ({ scope }: ObjectGrant, op: RecordOp): RecordScope => {
  const scopes: Partial<Record<RecordOp, RecordScope>> = scope ?? {};
  return scopes[op] ?? scopes.view ?? 'all';
};

function scopeWords(scope: RecordScope, fields: readonly FieldDescribe[]): string {
  if (typeof scope === 'string') return SCOPE_WORDS[scope];
  return 'depts' in scope
    ? '指定部门的'
    : scope.condition.trim() === ''
      ? '符合条件的'
      : `符合条件（${conditionSentence(scope.condition, fields)}）的`;
}

function named(names: readonly string[]): string {
  const quoted = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  const rest = names.length - quoted.length;
  return quoted.join('、') + (rest > 0 ? `等 ${names.length} 个字段` : '');
}

function operationWords(grant: ObjectGrant, fields: readonly FieldDescribe[]): string[] {
  const byScope = new Map<string, string[]>();
  const seesAll = scopeOf(grant, 'view') === 'all';
  for (const op of OPS) {
    const scope = scopeOf(grant, op);
    if (!grant.ops.includes(op) || scope === 'none') continue;
    const makes = scope === 'all' && MAKING.includes(op);
    const words = makes && !seesAll ? '' : scopeWords(scope, fields);
    byScope.set(words, [...(byScope.get(words) ?? []), OP_WORDS[op]]);
  }
  return [...byScope].map(([scope, ops]) => {
    const missing = OPS.filter((op) => !ops.includes(OP_WORDS[op])).map((op) => OP_WORDS[op]);
    if (missing.length > MAX_MISSING) return `可${ops.join('、')}${scope}`;
    const but = missing.length > 0 ? `，${missing.join('、')}除外` : '';
    return scope === SCOPE_WORDS.all ? `可做全部操作${but}` : `可对${scope}做全部操作${but}`;
  });
}

function fieldWords(
  rights: Readonly<Record<string, FieldRight>>,
  fields: readonly FieldDescribe[],
): string[] {
  const labels = (right: FieldRight): string[] =>
    fields.filter(({ apiName }) => rights[apiName] === right).map(({ label }) => label);
  const rest = rights[REST] ?? 'write';
  const [hidden, read, written] = [labels('none'), labels('read'), labels('write')];
  const words: string[] = [];
  const known = new Set<string>([REST, ...fields.map(({ apiName }) => apiName)]);
  const unnamed = Object.keys(rights).filter((name) => !known.has(name)).length;
  if (unnamed > 0) words.push(`${unnamed} 个字段另有规定`);
  if (rest === 'none') {
    const seen = [...written, ...read];
    words.push(seen.length > 0 ? `只看得到 ${named(seen)}` : '看不到任何字段');
    return words;
  }
  if (hidden.length > 0) words.push(`看不到 ${named(hidden)}`);
  if (rest === 'read') words.push(written.length > 0 ? `只能改 ${named(written)}` : '字段只读');
  else if (read.length > 0) words.push(`${named(read)}只读`);
  return words;
}

/** What a group grants on an object, in a sentence: 可查看本部门及下级的，可编辑本人的；看不到 “金额”. */
export function grantSentence(
  grant: ObjectGrant | undefined,
  fields: readonly FieldDescribe[],
): string {
  const operations = grant ? operationWords(grant, fields) : [];
  if (!grant || operations.length === 0) return '没有权限';
  const rights = fieldWords(grant.fields ?? {}, fields);
  return [operations.join('，'), ...(rights.length > 0 ? [rights.join('，')] : [])].join('；');
}
