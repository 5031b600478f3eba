import {
  isComputed,
  OTHER_FIELDS,
  problem,
  RECORD_OPS,
  type AccessBasis,
  type AccessExplained,
  type AccessVerdict,
  type FieldRight,
  type InputOf,
  type RecordOp,
} from '../../../contract/index.ts';
import { OP_WORDS } from '../../../values/index.ts';
import { AppError, problemsError, type Session, type TenantTx } from '../../kernel/index.ts';
import type { People } from '../access/people.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { readFields, scopeOf, type HeldGrant } from '../access/rights.ts';
import type { Catalog } from '../meta/catalog.ts';
import { shownColumn, type Column, type ObjectTable } from '../meta/table.ts';
import { explainedPerson, groupIdsOf, viaOf, type ExplainedPerson } from './person.ts';
import { foundRecord, type FoundRecord } from './record.ts';
import { scopeReason, type Subject } from './scope-reasons.ts';
import { deptTitles, ScopeTexts } from './scope-texts.ts';
import { judged, type RecordVerdict } from './verdict.ts';

type Input = InputOf<'bizmeta.authgroup.explain'>;
type Groups = AccessExplained['groups'];
type Field = AccessExplained['field'];

/** Who asks, inside a transaction. */
export interface AccessAsker {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly people: People;
  readonly session: Session;
}

/** What is explained: a person and an object, with a record and a field where they were named. */
interface Asked {
  readonly person: ExplainedPerson;
  readonly subject: Subject;
  readonly whole: ObjectTable;
  readonly basis: AccessBasis;
  readonly record: FoundRecord | null;
  readonly column: Column | null;
  /** Null where no record was named, or groups do not decide. */
  readonly verdict: RecordVerdict | null;
  readonly texts: ScopeTexts;
}

const BASES: Readonly<Record<AccessBasis, (who: string, label: string) => string>> = {
  administrator: (who) => `${who}是管理员，可以对所有记录做任何操作`,
  builder: (who) => `${who}是搭建者，可以对所有记录做任何操作`,
  closed: (_, label) => `“${label}”还没有开放或已停用，只有搭建者可以使用`,
  open: (_, label) => `“${label}”是开放的：所有成员可以对所有记录做任何操作`,
  groups: (who, label) => `“${label}”仅授权成员可以使用：${who}的权限是所在各授权组之和`,
};

/** Operations of a record that is there; of an object, those that make records as well. */
const opsFor = (record: FoundRecord | null): RecordOp[] =>
  RECORD_OPS.filter((op) => !record || (op !== 'create' && op !== 'import'));

function basisOf({ access, isSuper }: ExplainedPerson, object: string, isOpen: boolean) {
  if (!access) return isSuper ? 'administrator' : 'builder';
  if (!isOpen) return 'closed';
  return access.isOpen(object) ? 'open' : 'groups';
}

/**
 * Why a person may do something, or not. Members ask about themselves: what they do not see is
 * unknown to them. Throws OBJECT_UNKNOWN, OBJECT_CLOSED, MEMBER_UNKNOWN, RECORD_UNKNOWN, FORBIDDEN,
 * UNKNOWN_FIELD at /field.
 */
export async function explainAccess(asker: AccessAsker, input: Input): Promise<AccessExplained> {
  const asked = await askedOf(asker, input);
  const { person, subject, whole, basis, record } = asked;
  const { apiName, label } = whole.describe;
  const ops = opsFor(record)
    .filter((op) => input.op === undefined || op === input.op)
    .map((op) => ({ op, label: OP_WORDS[op], verdict: verdictOf(asked, op) }));
  const field = fieldOf(asked);
  return {
    conclusion: conclusionOf(asked, ops, field),
    person: {
      id: person.id,
      realName: person.realName,
      isAsker: person.id === asker.session.userId,
    },
    object: { apiName, label },
    basis,
    basisWords: BASES[basis](subject.called, label),
    record: record && {
      id: record.id,
      title: record.title,
      ownerName: record.ownerName,
      deptTitle: record.deptTitle,
    },
    ops,
    field,
    groups: await groupsOf(asker.tx, asked, input.op),
    missing: missingOf(asked, input.op, field),
  };
}

async function askedOf(asker: AccessAsker, input: Input): Promise<Asked> {
  const { tx, catalog, people, session } = asker;
  const userId = input.userId ?? session.userId;
  const isAsker = userId === session.userId;
  if (!isAsker && !session.isBuilder) throw new AppError('FORBIDDEN');
  const { table: whole, entry } = await catalog.enterWhole(tx, input.objectApiName);
  const person = await explainedPerson(tx, people, userId);
  // What an asker who is no builder may know of, themself.
  const seen = (session.isBuilder ? null : person.access)?.tableOf(whole) ?? whole;
  const record =
    input.recordId === undefined ? null : await foundRecord(tx, whole, seen, input.recordId);
  const subject = { id: userId, called: isAsker ? '你' : person.realName };
  const basis = basisOf(person, input.objectApiName, entry.isOpen);
  const decided = basis === 'groups' ? person.access : null;
  return {
    person,
    subject,
    whole,
    basis,
    record,
    column: input.field === undefined ? null : knownColumn(whole, seen, person, input.field),
    verdict: record && decided ? await judged(tx, decided, whole, record.id, opsFor(record)) : null,
    texts: new ScopeTexts(
      whole,
      seen,
      await deptTitles(tx, decided?.grantsOf(input.objectApiName) ?? []),
    ),
  };
}

/** A field that the asker reads somewhere, or may give to a new record. */
function knownColumn(
  whole: ObjectTable,
  seen: ObjectTable,
  { access }: ExplainedPerson,
  name: string,
): Column {
  const column = whole.columns.get(name);
  const isKnown =
    shownColumn(seen, name) !== undefined ||
    access?.writesTo(whole, 'create').some(({ fields }) => fields.has(name)) === true;
  if (!column || !isKnown) throw problemsError([problem('/field', 'UNKNOWN_FIELD', { name })]);
  return column;
}

const RIGHTS: Readonly<Record<FieldRight, string>> = {
  none: '不可见',
  masked: '脱敏',
  read: '只读',
  write: '可编辑',
};

const said = (yes: boolean): AccessVerdict => (yes ? 'yes' : 'no');

function verdictOf({ person, whole, basis, verdict }: Asked, op: RecordOp): AccessVerdict {
  if (basis !== 'groups') return said(basis !== 'closed');
  if (verdict) return said(op === 'view' ? verdict.isVisible : verdict.ops.has(op));
  const { apiName } = whole.describe;
  const isSeen = op === 'create' || person.access!.has(apiName, 'view');
  if (!isSeen || !person.access!.has(apiName, op)) return 'no';
  const scopes = person.access!.grantsOf(apiName).map(({ grant }) => scopeOf(grant, op));
  return scopes.includes('all') ? 'yes' : 'some';
}

const isGiven = ({ field, system }: Column): boolean => !system && !isComputed(field.type);

function fieldOf(asked: Asked): Field {
  const { column, basis, whole } = asked;
  if (!column) return null;
  const { apiName, label } = column.field;
  const [reads, writes] = column.system ? systemField(asked) : rights(asked);
  const words =
    basis === 'groups' && column.system
      ? '系统字段随记录可见；负责人用“转移负责人”修改，其余由系统填写'
      : column === whole.ownership?.toldBy
        ? '写入这个字段就是转移负责人，还需要“转移负责人”的权限'
        : '';
  return { apiName, label, reads, writes, words };
}

function systemField(asked: Asked): [AccessVerdict, AccessVerdict] {
  const reads = verdictOf(asked, 'view');
  return [
    reads,
    asked.column!.field.apiName === 'owner' ? verdictOf(asked, 'transferOwner') : 'no',
  ];
}

/** Whether a field of a builder's is read and written. */
function rights(asked: Asked): [AccessVerdict, AccessVerdict] {
  const { column, basis, whole, verdict, person } = asked;
  const { field } = column!;
  const isOwner = column === whole.ownership?.toldBy;
  const isWritten = isGiven(column!);
  if (basis !== 'groups') return [said(basis !== 'closed'), said(basis !== 'closed' && isWritten)];
  const transfers = !isOwner || verdictOf(asked, 'transferOwner') !== 'no';
  if (verdict)
    return [
      said(verdict.reads.has(field.apiName)),
      said(verdict.writes.has(field.apiName) && transfers),
    ];
  const access = person.access!;
  const among = (reaches: ReturnType<PersonAccess['reachesTo']>): AccessVerdict => {
    const having = reaches.filter(({ fields }) => fields.has(field.apiName));
    if (having.length === 0) return 'no';
    return having.some(({ scopes }) => scopes.includes('all')) ? 'yes' : 'some';
  };
  const reads = among(access.reachesTo(whole));
  const writes = among(access.writesTo(whole, 'edit'));
  return [reads, reads === 'no' || !transfers ? 'no' : writes];
}

const heldGrants = ({ person, whole, basis }: Asked): readonly HeldGrant[] =>
  basis === 'groups' ? person.access!.grantsOf(whole.describe.apiName) : [];

/** The groups of the person that grant something on the object, and what each gives. */
async function groupsOf(tx: TenantTx, asked: Asked, op: RecordOp | undefined): Promise<Groups> {
  const held = heldGrants(asked);
  const { person, record, subject, verdict, texts } = asked;
  const via = await viaOf(tx, person.id, groupIdsOf(held));
  return held.map(({ groupId, groupName, grant }, i) => ({
    id: groupId || `share-${i}`,
    name: groupId === '' ? '分享' : groupName,
    via: groupId === '' ? ['分享'] : [...(via.get(groupId) ?? ['授权组的规则'])],
    ops: opsFor(record)
      .filter((each) => grant.ops.includes(each) && (op === undefined || each === op))
      .map((each) => {
        const scope = scopeOf(grant, each);
        const holds = verdict ? verdict.holds(each, scope) : null;
        return {
          op: each,
          label: OP_WORDS[each],
          scope: texts.of(scope),
          holds,
          because: scopeReason(scope, record, subject, holds === true),
        };
      }),
    field: fieldWords(asked, grant),
  }));
}

/** The right of a grant on the field, in words. */
function fieldWords({ column, whole }: Asked, grant: HeldGrant['grant']): string {
  if (!column || column.system) return '';
  const { apiName } = column.field;
  const { fields = {} } = grant;
  const isListed = Object.hasOwn(fields, apiName);
  const right = (isListed ? fields[apiName] : fields[OTHER_FIELDS]) ?? 'write';
  if (right === 'none' || right === 'masked') return RIGHTS[right];
  if (!readFields(grant, whole.describe).has(apiName))
    return `${RIGHTS.none}：由这个授权组看不到的字段算出`;
  return isGiven(column) ? RIGHTS[right] : RIGHTS.read;
}

type Op = AccessExplained['ops'][number];
const VERDICT_WORDS: Readonly<Record<AccessVerdict, string>> = {
  yes: '可以',
  some: '可以对部分记录',
  no: '不可以',
};

const isMasked = ({ person, whole, column }: Asked): boolean =>
  column !== null && person.access?.tableOf(whole).masked?.has(column.field.apiName) === true;

function conclusionOf(asked: Asked, ops: readonly Op[], field: Field): string {
  const { subject, record, whole } = asked;
  const place = record ? '这条记录' : `“${whole.describe.label}”`;
  if (field?.reads === 'no' && isMasked(asked))
    return `${subject.called}看到的“${field.label}”是脱敏后的`;
  if (field) {
    const reads = `${subject.called}${field.reads === 'no' ? '看不到' : '看得到'}`;
    const writes = field.writes === 'no' ? '不能修改' : '可以修改';
    const some = field.reads === 'some' || field.writes === 'some' ? '（视记录而定）' : '';
    return field.reads === 'no'
      ? `${reads}${place}的“${field.label}”`
      : `${reads}${place}的“${field.label}”，${writes}${some}`;
  }
  if (ops.length === 1)
    return `${subject.called}${VERDICT_WORDS[ops[0]!.verdict]}${ops[0]!.label}${place}`;
  const named = (verdict: AccessVerdict) =>
    ops.filter((each) => each.verdict === verdict).map(({ label }) => label);
  if (named('no').length === 0 && named('some').length === 0)
    return `${subject.called}可以对${place}做任何操作`;
  const parts = (['yes', 'some', 'no'] as const).flatMap((verdict) =>
    named(verdict).length > 0 ? [`${VERDICT_WORDS[verdict]}${named(verdict).join('、')}`] : [],
  );
  return named('yes').length + named('some').length === 0
    ? `${subject.called}不能使用${place}`
    : `${subject.called}对${place}：${parts.join('；')}`;
}

/** What would have to be different for what is asked, or for viewing and editing. */
function missingOf(asked: Asked, op: RecordOp | undefined, field: Field): string[] {
  if (asked.basis === 'closed') return ['由搭建者开放所在的应用，或启用这个对象'];
  if (asked.basis !== 'groups') return [];
  const wanted: readonly RecordOp[] =
    op !== undefined ? [op] : verdictOf(asked, 'view') === 'no' ? ['view'] : ['edit'];
  const lines = wanted
    .filter((each) => verdictOf(asked, each) === 'no')
    .flatMap((each) => missingFor(asked, each));
  if (lines.length > 0 || !field) return lines;
  if (field.reads === 'no')
    return [`在一个对这条记录生效的授权组里，“${field.label}”为只读或可编辑`];
  return field.writes === 'no' && asked.column && isGiven(asked.column)
    ? [`在一个能编辑这条记录的授权组里，“${field.label}”为可编辑`]
    : [];
}

function missingFor(asked: Asked, op: RecordOp): string[] {
  const { subject } = asked;
  const held = heldGrants(asked);
  if (held.length === 0)
    return [`${subject.called}不在任何授权“${asked.whole.describe.label}”的授权组里`];
  const isHidden = op !== 'view' && verdictOf(asked, 'view') === 'no';
  const having = held.filter(({ grant }) => scopeOf(grant, op) !== 'none');
  if (having.length === 0) return [`所在的授权组都没有“${OP_WORDS[op]}”`];
  const narrow = having.map((grant) => narrowScope(asked, op, grant));
  return isHidden ? ['要先看得到这条记录', ...narrow] : narrow;
}

/** Which records a grant is for, and why that is not this one. */
function narrowScope(
  { texts, record, subject, verdict }: Asked,
  op: RecordOp,
  { groupName, grant }: HeldGrant,
): string {
  const scope = scopeOf(grant, op);
  const why = scopeReason(scope, record, subject, verdict?.holds(op, scope) === true);
  const by = groupName === '' ? '分享' : `授权组“${groupName}”`;
  return `${by}的${OP_WORDS[op]}范围是${texts.of(scope)}${why && `：${why}`}`;
}
