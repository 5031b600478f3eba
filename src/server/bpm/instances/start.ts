import { v7 as uuidv7 } from 'uuid';
import {
  STRATEGIES,
  type DataOf,
  type InputOf,
  type RecordValues,
} from '../../../contract/index.ts';
import { draftOf } from '../../../flow/index.ts';
import { AppError, type Context, type TenantTx } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import type { Parts } from '../parts.ts';
import { activeAmong } from '../people/candidates.ts';
import { candidatesOf, nodeName, asksPeople, type Prepared } from '../prepared.ts';
import { preparedOf, templateRow, type TemplateRow } from '../templates/rows.ts';
import { requireInitiator } from '../templates/initiators.ts';
import { noteUse } from '../templates/startable.ts';
import { Consequences } from './effects.ts';
import { fieldRights, readOnlyUnless, requireFilled, requireWritable } from './field-rights.ts';
import { FlowRun } from './flow-run.ts';
import { insertInstance } from './insert.ts';
import { notifyLists } from './messages.ts';
import { placedAt } from './places.ts';
import { instanceRow, lockInstance, type InstanceRow } from './rows.ts';
import { describeInstance } from './titles.ts';

/** A call in its transaction. */
export interface Doing {
  readonly tx: TenantTx;
  readonly parts: Parts;
  readonly ctx: Context;
}

type Start = InputOf<'bpm.work.start'>;

/** A template the person may start now, as it is published. */
export async function openTemplate({ tx, parts, ctx }: Doing, id: string) {
  const template = await templateRow(tx, id);
  if (template.version === 0 || !template.enabled)
    throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
  const prepared = await preparedOf(parts, tx, template.id, template.version, template.names);
  await requireInitiator(tx, ctx, template.name, prepared.settings);
  return { template, prepared };
}

/**
 * People chosen for nodes have to be members, and those the node lets one choose among; `by` is who
 * may choose there: the starter (35) or an approver (34).
 */
export async function requirePicks(
  tx: TenantTx,
  prepared: Prepared,
  picks: Readonly<Record<string, readonly string[]>>,
  by: readonly number[],
): Promise<void> {
  for (const [node, users] of Object.entries(picks)) {
    const offered = candidatesOf(prepared, node).filter(({ strategy }) => by.includes(strategy));
    const active = await activeAmong(tx, users);
    const among = offered.flatMap(({ param = [] }) => param.map(String));
    const isOffered = (id: string): boolean => among.length === 0 || among.includes(id);
    if (offered.length === 0 || !users.every((id) => active.has(id) && isOffered(id)))
      throw new AppError('FLOW_PICK_WRONG', { name: nodeName(prepared, node) });
  }
}

/**
 * Whom a submit chose where an approver is to choose (34) counts for the nodes it reached itself,
 * which have no approver before them. What was given for others is refused, and what an earlier
 * submit left is forgotten.
 */
function settlePicks(
  { row, prepared, happened }: FlowRun,
  given: Readonly<Record<string, readonly string[]>> = {},
): void {
  const { before, after } = happened[0]!;
  const reached = new Set(after.visits.slice(before.visits.length).map(({ step }) => step));
  for (const node of Object.keys(row.picks)) {
    const offered = candidatesOf(prepared, node);
    const isStarters = offered.some(({ strategy }) => strategy === STRATEGIES.starterPicks);
    if (isStarters || reached.has(node)) continue;
    if (node in given) throw new AppError('FLOW_PICK_WRONG', { name: nodeName(prepared, node) });
    delete row.picks[node];
  }
}

/** Where who starts writes the record's values. */
const PLACE = '/record';

/** What is started: on a new record, or on one there is. */
interface Starting {
  readonly record: RecordValues;
  readonly recordId: string | null;
  /** The record there is was made by starting this instance before. */
  readonly made: boolean;
}

/** The record an instance is about: a new one, or one the starter sees. */
async function recordFor(
  doing: Doing,
  { object_name: object }: TemplateRow,
  prepared: Prepared,
  { record: values, recordId, made }: Starting,
): Promise<string> {
  const { tx, ctx } = doing;
  const { records } = doing.parts;
  const describe = await records.describe(tx, object);
  const given = fieldRights(prepared, prepared.model.start, describe);
  const rights = made ? readOnlyUnless(given, await records.createsWith(tx, object)) : given;
  requireWritable(describe, rights, values, PLACE);
  if (recordId === null) {
    requireFilled(describe, rights, values, PLACE);
    const writer = { userId: ctx.userId, ownRights: true };
    return placedAt(PLACE, records.create(tx, object, values, writer));
  }
  if (!made) await requireSeen(doing, object, recordId);
  const stored = await editRecord(doing, object, recordId, { values, ownRights: !made });
  requireFilled(describe, rights, stored, PLACE);
  return recordId;
}

/** Approvals are started on records the starter sees. */
async function requireSeen({ tx, parts }: Doing, object: string, id: string): Promise<void> {
  if (!(await parts.records.sees(tx, object, id))) throw new AppError('RECORD_UNKNOWN');
}

/** Writes to a record that no approval has locked; answers what it is then. */
async function editRecord(
  { tx, parts, ctx }: Doing,
  object: string,
  id: string,
  { values, ownRights }: { values: RecordValues; ownRights: boolean },
): Promise<RecordValues> {
  const { records } = parts;
  const lock = await records.lockOf(tx, object, id);
  if (lock !== null)
    throw new AppError('FLOW_RECORD_BUSY', { title: (await instanceRow(tx, lock)).title });
  if (Object.keys(values).length > 0)
    await placedAt(
      PLACE,
      records.edit(tx, object, id, values, { userId: ctx.userId, ownRights, chooses: true }),
    );
  return (await records.read(tx, object, id)) ?? {};
}

/** Submits an instance that has its record; `note` says where that came from. */
export async function submitRow(
  { tx, parts, ctx }: Pick<Doing, 'tx' | 'parts'> & { ctx: Pick<Context, 'userId' | 'ip'> },
  row: InstanceRow,
  picks: Start['picks'],
  note = '',
): Promise<void> {
  const run = await FlowRun.of(tx, parts, row);
  await describeInstance(run);
  const consequences = new Consequences();
  const by = { user: ctx.userId, isManager: false };
  await consequences.carryOut(
    run,
    { kind: 'submit', by, now: run.now.getTime() },
    {
      op: 'submit',
      actor: ctx.userId,
      nodeId: run.prepared.model.start,
      ip: ctx.ip,
      opinion: note,
    },
  );
  settlePicks(run, picks);
  await consequences.finish();
}

/** Starts an instance: everything that follows is in the same transaction. */
export async function startProcess(doing: Doing, input: Start): Promise<DataOf<'bpm.work.start'>> {
  const { tx, ctx } = doing;
  const draft = input.instanceId ? await ownDraft(doing, input.instanceId) : undefined;
  const templateId = draft?.template_id ?? input.templateId;
  if (templateId === undefined) throw new AppError('FLOW_TARGET_NEEDED', { what: '流程' });
  const { template, prepared } = await openTemplate(doing, templateId);
  const picks = { ...draft?.picks, ...input.picks };
  await requirePicks(tx, prepared, picks, [STRATEGIES.starterPicks, STRATEGIES.approverPicks]);
  const given = startingOf(input, draft);
  const recordId = await recordFor(doing, template, prepared, given);
  const madeRecord = given.recordId === null || given.made;
  const dept = await mainDeptOf(tx, ctx.userId);
  const row =
    draft ??
    (await insertInstance(tx, {
      id: uuidv7(),
      template,
      recordId,
      madeRecord,
      starterId: ctx.userId,
      starterDept: dept,
      parentId: null,
      form: null,
      picks,
      state: draftOf(ctx.userId),
      now: new Date(),
    }));
  Object.assign(row, {
    record_id: recordId,
    made_record: madeRecord,
    starter_dept: dept,
    version_no: template.version,
    followed: template.names,
    picks,
    form: null,
  });
  await submitRow(doing, row, input.picks);
  await noteUse(tx, ctx.userId, template.id);
  return { instanceId: row.id, recordId };
}

/** What is given, over what the draft holds. */
function startingOf(input: Start, draft: InstanceRow | undefined): Starting {
  const recordId = input.recordId ?? draft?.record_id ?? null;
  return {
    record: { ...draft?.form, ...input.record } as RecordValues,
    recordId,
    made: recordId !== null && recordId === draft?.record_id && draft.made_record,
  };
}

async function ownDraft({ tx, ctx }: Doing, id: string): Promise<InstanceRow> {
  const row = await lockInstance(tx, id);
  if (row.starter_id !== ctx.userId) throw new AppError('FLOW_UNKNOWN');
  if (row.deleted_at !== null) throw new AppError('FLOW_DELETED');
  if (row.status !== 'draft' && row.status !== 'withdrawn') throw new AppError('FLOW_STARTED');
  return row;
}

/**
 * Stores what was filled in, without checking it: half a form is a draft. A draft saved again takes
 * the changes alone.
 */
export async function saveDraftProcess(
  doing: Doing,
  input: InputOf<'bpm.work.saveDraft'>,
): Promise<{ instanceId: string }> {
  const instanceId = input.instanceId
    ? await updateDraft(doing, input.instanceId, input)
    : await insertDraft(doing, input);
  return { instanceId };
}

async function updateDraft(
  doing: Doing,
  id: string,
  { record, recordId, picks }: InputOf<'bpm.work.saveDraft'>,
): Promise<string> {
  const { tx } = doing;
  const row = await ownDraft(doing, id);
  const isOther = typeof recordId === 'string' && recordId !== row.record_id;
  if (isOther) await requireSeen(doing, row.object_name, recordId);
  await tx.run(
    `update bpm.flow_instance set form = coalesce(form, '{}') || coalesce($3::jsonb, '{}'), record_id = coalesce($4, record_id),
      picks = coalesce($5, picks), made_record = made_record and not $6, updated_at = now()
      where tenant_id = $1 and id = $2`,
    [
      tx.tenant.id,
      row.id,
      record ? JSON.stringify(record) : null,
      recordId ?? null,
      picks ? JSON.stringify(picks) : null,
      isOther,
    ],
  );
  return row.id;
}

async function insertDraft(doing: Doing, input: InputOf<'bpm.work.saveDraft'>): Promise<string> {
  const { tx, ctx } = doing;
  const { template } = await openTemplate(doing, input.templateId ?? '');
  const { recordId = null } = input;
  if (recordId !== null) await requireSeen(doing, template.object_name, recordId);
  const row = await insertInstance(tx, {
    id: uuidv7(),
    template,
    recordId,
    madeRecord: recordId === null,
    starterId: ctx.userId,
    starterDept: await mainDeptOf(tx, ctx.userId),
    parentId: null,
    form: (input.record ?? {}) as RecordValues,
    picks: input.picks ?? {},
    state: draftOf(ctx.userId),
    now: new Date(),
  });
  await tx.run('update bpm.flow_instance set title = $3 where tenant_id = $1 and id = $2', [
    tx.tenant.id,
    row.id,
    template.name,
  ]);
  await notifyLists(tx, [ctx.userId]);
  return row.id;
}

export async function draftDetail(doing: Doing, id: string): Promise<DataOf<'bpm.work.draft'>> {
  const row = await instanceRow(doing.tx, id);
  if (row.starter_id !== doing.ctx.userId || !['draft', 'withdrawn'].includes(row.status))
    throw new AppError('FLOW_UNKNOWN');
  return {
    instanceId: row.id,
    templateId: row.template_id,
    objectApiName: row.object_name,
    recordId: row.record_id,
    record: row.form ?? {},
    picks: row.picks,
  };
}

/** What the form of a start has to know. */
export async function startForm(
  doing: Doing,
  templateId: string,
): Promise<DataOf<'bpm.work.startForm'>> {
  const { tx, parts } = doing;
  const { template, prepared } = await openTemplate(doing, templateId);
  const describe = await parts.records.describeFor(tx, template.object_name);
  return {
    templateId: template.id,
    name: template.name,
    objectApiName: template.object_name,
    version: template.version,
    rights: { ...fieldRights(prepared, prepared.model.start, describe) },
    picks: starterPicks(prepared),
  };
}

/** The nodes whose people the starter chooses. */
export const starterPicks = (prepared: Prepared): DataOf<'bpm.work.startForm'>['picks'] =>
  [...prepared.model.steps.values()].filter(asksPeople).flatMap((step) => {
    const picked = candidatesOf(prepared, step.id).filter(
      ({ strategy }) => strategy === STRATEGIES.starterPicks,
    );
    if (picked.length === 0) return [];
    const among = picked.flatMap(({ param = [] }) => param.map(String));
    return [
      {
        nodeId: step.id,
        name: nodeName(prepared, step.id),
        limit: among.length > 0 ? { userIds: among } : null,
        several: true,
      },
    ];
  });
