import type {
  OTHER_FIELDS,
  FieldDescribe,
  FieldRight,
  NamedScope,
  ObjectGrant,
  RecordOp,
  RecordScope,
} from '../../contract/index.ts';
import { conditionSentence } from './sentence.ts';

/** What a sentence about a grant is made with. */
export interface GrantWords {
  readonly fields: readonly FieldDescribe[];
  /** What departments are called; without it they are not named. */
  readonly deptTitle?: (id: string) => string;
  /** Nothing is left out, however long the sentence becomes. */
  readonly whole?: boolean;
}

/** Operations as a sentence names them, in its order: viewing first. */
export const OP_WORDS: Readonly<Record<RecordOp, string>> = {
  view: '查看',
  create: '新建',
  edit: '编辑',
  delete: '删除',
  share: '分享',
  transferOwner: '转移负责人',
  changeLog: '查看变更记录',
  comment: '评论',
  print: '打印',
  bulk: '批量操作',
  import: '导入',
  export: '导出',
};
const OPS = Object.keys(OP_WORDS) as RecordOp[];
/** The key of the right of all fields that are not listed. */
const REST: typeof OTHER_FIELDS = '*';
const SCOPE_WORDS: Record<NamedScope, string> = {
  none: '',
  self: '本人的',
  selfAndSub: '本人及下属的',
  dept: '本部门的',
  deptAndSub: '本部门及下级的',
  ledDepts: '所负责部门的',
  all: '全部',
};
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

/** Records of a scope: 本部门及下级的. */
export function scopeWords(scope: RecordScope, { fields, deptTitle }: GrantWords): string {
  if (typeof scope === 'string') return SCOPE_WORDS[scope];
  if ('through' in scope) {
    const lookup = fields.find(({ apiName }) => apiName === scope.through)?.label;
    return lookup === undefined ? '随关联记录的' : `随“${lookup}”的`;
  }
  if ('depts' in scope)
    return deptTitle ? `${scope.depts.map(deptTitle).join('、')}的` : '指定部门的';
  return scope.condition.trim() === ''
    ? '符合条件的'
    : `符合条件（${conditionSentence(scope.condition, fields)}）的`;
}

function named(names: readonly string[], whole: boolean | undefined): string {
  const quoted = names.slice(0, whole ? names.length : MAX_NAMED).map((name) => `“${name}”`);
  const rest = names.length - quoted.length;
  return quoted.join('、') + (rest > 0 ? `等 ${names.length} 个字段` : '');
}

function operationWords(grant: ObjectGrant, given: GrantWords): string[] {
  const byScope = new Map<string, string[]>();
  const seesAll = scopeOf(grant, 'view') === 'all';
  for (const op of OPS) {
    const scope = scopeOf(grant, op);
    if (!grant.ops.includes(op) || scope === 'none') continue;
    const makes = scope === 'all' && MAKING.includes(op);
    const words = makes && !seesAll ? '' : scopeWords(scope, given);
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
  { fields, whole }: GrantWords,
): string[] {
  const names = (...wanted: FieldRight[]): string[] =>
    fields
      .filter(({ apiName }) => wanted.some((right) => rights[apiName] === right))
      .map(({ label }) => label);
  const said = (words: string, labels: readonly string[], end = ''): string[] =>
    labels.length > 0 ? [`${words}${named(labels, whole)}${end}`] : [];
  const rest = rights[REST] ?? 'write';
  const known = new Set<string>([REST, ...fields.map(({ apiName }) => apiName)]);
  const unnamed = Object.keys(rights).filter((name) => !known.has(name)).length;
  const words = unnamed > 0 ? [`${unnamed} 个字段另有规定`] : [];
  const masked = said('', names('masked'), '脱敏');
  if (rest === 'none') {
    const seen = whole
      ? [...said('只看得到 ', names('write', 'read')), ...said('只能改 ', names('write'))]
      : said('只看得到 ', names('write', 'read'));
    return [...words, ...(seen.length + masked.length > 0 ? seen : ['看不到任何字段']), ...masked];
  }
  const [read, written] = [names('read'), names('write')];
  const writing =
    rest === 'read'
      ? written.length > 0
        ? said('只能改 ', written)
        : ['字段只读']
      : said('', read, '只读');
  return [...words, ...said('看不到 ', names('none')), ...masked, ...writing];
}

/** What a group grants on an object, in a sentence: 可查看本部门及下级的，可编辑本人的；看不到 “金额”. */
export function grantSentence(grant: ObjectGrant | undefined, given: GrantWords): string {
  const operations = grant ? operationWords(grant, given) : [];
  if (!grant || operations.length === 0) return '没有权限';
  const rights = fieldWords(grant.fields ?? {}, given);
  return [operations.join('，'), ...(rights.length > 0 ? [rights.join('，')] : [])].join('；');
}
