import type {
  DataOf,
  FlowForecast,
  InputOf,
  ObjectDescribe,
  RecordValues,
} from '../../../contract/index.ts';
import {
  draftOf,
  forecast,
  type FlowDocument,
  type FlowState,
  type ForecastAsk,
} from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import { seenInstance } from '../instances/access.ts';
import { factsOf, instanceFacts } from '../instances/facts.ts';
import { eventRows, visitsOf } from '../instances/history.ts';
import type { InstanceRow } from '../instances/rows.ts';
import { openTemplate, type Doing } from '../instances/start.ts';
import type { Facts } from '../people/expressions.ts';
import { peopleLabels } from '../people/labels.ts';
import { prepare, type Prepared } from '../prepared.ts';
import { sideOf } from '../templates/drafts.ts';
import { readDocument } from '../templates/document.ts';
import { templateRow, type TemplateRow } from '../templates/rows.ts';
import { drawingOf } from './drawing.ts';
import { stepAnswer } from './steps.ts';
import { TrialWorld, type Trial } from './trial.ts';

/** What people at each node took so far, half of them: in milliseconds. */
async function usualWaits(tx: TenantTx, templateId: string): Promise<Record<string, number>> {
  const rows = await tx.query<{ node: string; ms: number }>(
    `select node_id as node, (percentile_cont(0.5) within group (order by
      extract(epoch from ended_at - created_at)) * 1000)::float8 as ms from bpm.flow_item
      where tenant_id = $1 and template_id = $2 and state in ('approved', 'rejected', 'returned')
        and created_at > now() - interval '180 days' group by 1`,
    [tx.tenant.id, templateId],
  );
  return Object.fromEntries(rows.map(({ node, ms }) => [node, ms]));
}

/** When the visits of an instance were entered and left. */
async function pastOf(
  tx: TenantTx,
  prepared: Prepared,
  { id, starter_id }: InstanceRow,
): Promise<Pick<ForecastAsk, 'enteredAt' | 'leftAt'>> {
  const visits = visitsOf(prepared, starter_id, await eventRows(tx, id));
  const moments = (key: 'enteredAt' | 'leftAt') =>
    Object.fromEntries(
      visits.flatMap(({ visit, [key]: at }) => (at === null ? [] : [[visit, Date.parse(at)]])),
    );
  return { enteredAt: moments('enteredAt'), leftAt: moments('leftAt') };
}

/** The chain to come from a state, as it is answered. */
async function looked(
  trial: Trial,
  prepared: Prepared,
  state: FlowState,
  more: Pick<ForecastAsk, 'choices' | 'enteredAt' | 'leftAt'> = {},
): Promise<FlowForecast> {
  const { tx, picks, starterId } = trial;
  const { lookup, reasons } = new TrialWorld(trial, prepared);
  const medians = await usualWaits(tx, prepared.templateId);
  const ask = { ...more, lookup, picks, medians, now: Date.now() };
  const { status, endsAt, ...found } = await forecast(prepared, state, ask);
  const steps = found.steps.map((step) => stepAnswer(step, reasons));
  return {
    steps,
    result: status === 'draft' || status === 'running' ? null : status,
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    labels: await peopleLabels(tx, [starterId, ...peopleOf(steps)]),
  };
}
const peopleOf = (steps: FlowForecast['steps']): string[] =>
  steps.flatMap(({ people }) => people.map(({ userId }) => userId));

/** The chain to come of an instance, or of one that is about to be started. */
export const forecastProcess = async (
  doing: Doing,
  input: InputOf<'bpm.process.forecast'>,
): Promise<DataOf<'bpm.process.forecast'>> =>
  input.instanceId === undefined
    ? { ...(await forecastStart(doing, input)), drawing: null }
    : forecastInstance(doing, input.instanceId, input.picks);

async function forecastInstance(
  doing: Doing,
  id: string,
  picks: Trial['picks'] = {},
): Promise<DataOf<'bpm.process.forecast'>> {
  const { tx, parts } = doing;
  const { row, prepared } = await seenInstance(doing, id);
  const facts = await (isUnstarted(row)
    ? startFacts(doing, row)
    : instanceFacts(tx, parts, row, prepared, new Date()));
  const trial = trialOfInstance(doing, row, picks, facts);
  const found = await looked(trial, prepared, row.state, await pastOf(tx, prepared, row));
  const labels = await peopleLabels(tx, waitingIn(row.state));
  const names = { ...found.labels['user'], ...labels['user'] };
  return { ...found, drawing: drawingOf(prepared, row.state, found.steps, names) };
}

const waitingIn = ({ items }: FlowState): string[] =>
  items.filter(({ state }) => state === 'active').map(({ user }) => user);

const trialOfInstance = (
  { tx, parts }: Doing,
  row: InstanceRow,
  picks: Trial['picks'],
  facts: Awaited<ReturnType<Trial['facts']>>,
): Trial => ({
  tx,
  parts,
  starterId: row.starter_id,
  starterDept: row.starter_dept,
  picks: { ...row.picks, ...picks },
  facts: () => Promise.resolve(facts),
});

/** Values given for a start, of fields the starter knows and without records they do not see. */
async function seenValues(
  { tx, parts }: Doing,
  { fields }: ObjectDescribe,
  record: RecordValues,
): Promise<RecordValues> {
  const seen: RecordValues = {};
  for (const { apiName, refObject } of fields) {
    if (!Object.hasOwn(record, apiName)) continue;
    const ids = refObject === undefined ? [] : [record[apiName] ?? []].flat();
    const sees = await Promise.all(ids.map((id) => parts.records.sees(tx, refObject!, String(id))));
    if (!sees.includes(false)) seen[apiName] = record[apiName];
  }
  return seen;
}

const isUnstarted = ({ status }: InstanceRow): boolean =>
  status === 'draft' || status === 'withdrawn';

/**
 * The record a start would be about, as the person sees it, under what they filled in; undefined
 * when they do not see it.
 */
async function seenRecord(
  doing: Doing,
  object: string,
  recordId: string | null,
  given: RecordValues,
): Promise<RecordValues | undefined> {
  const { describe, found } = await doing.parts.records.ownView(doing.tx, object, recordId);
  if (recordId !== null && !found) return undefined;
  return { ...found?.record, ...(await seenValues(doing, describe, given)) };
}

/** Of a record the starter made and may not see: what they could fill in. */
async function madeRecord({ tx, parts }: Doing, row: InstanceRow): Promise<RecordValues> {
  if (!row.made_record || row.record_id === null) return {};
  const creates = await parts.records.createsWith(tx, row.object_name);
  const stored = (await parts.records.read(tx, row.object_name, row.record_id)) ?? {};
  return Object.fromEntries(Object.entries(stored).filter(([name]) => creates(name)));
}

/** What a draft is forecast by: the same as its start would be. */
async function startFacts(doing: Doing, row: InstanceRow): Promise<Facts> {
  const { object_name: object, record_id: recordId, starter_id: owner, form } = row;
  const seen = await seenRecord(doing, object, recordId, (form ?? {}) as RecordValues);
  const record = seen ?? (await madeRecord(doing, row));
  return factsOf(doing.tx, doing.parts, row, new Date(), { owner, ...record });
}

/** Of what the starter sees: the way it would go says nothing of what is hidden from them. */
async function forecastStart(
  doing: Doing,
  input: InputOf<'bpm.process.forecast'>,
): Promise<FlowForecast> {
  const { tx, parts, ctx } = doing;
  const { template, prepared } = await openTemplate(doing, input.templateId ?? '');
  const { recordId = null, record = {}, picks = {} } = input;
  const { object_name: object } = template;
  const seen = await seenRecord(doing, object, recordId, record as RecordValues);
  if (seen === undefined) throw new AppError('RECORD_UNKNOWN');
  const starting = { starterId: ctx.userId, record: seen, picks };
  const trial = await trialOf({ tx, parts }, template, starting);
  return looked(trial, prepared, draftOf(ctx.userId));
}

interface Starting {
  readonly starterId: string;
  readonly recordId?: string | null;
  /** Values in the place of what is stored. */
  readonly record?: RecordValues;
  readonly picks?: Trial['picks'];
}
/** A start that is only played, over a stored record or one that would be made. */
async function trialOf(
  { tx, parts }: Pick<Trial, 'tx' | 'parts'>,
  { object_name }: TemplateRow,
  { starterId, recordId = null, record, picks = {} }: Starting,
): Promise<Trial> {
  const starterDept = await mainDeptOf(tx, starterId);
  const stored = recordId === null ? {} : await parts.records.read(tx, object_name, recordId);
  const subject = {
    object_name,
    record_id: null,
    starter_id: starterId,
    starter_dept: starterDept,
  };
  const values = { owner: starterId, ...stored, ...record };
  const facts = await factsOf(tx, parts, subject, new Date(), values);
  return { tx, parts, starterId, starterDept, picks, facts: () => Promise.resolve(facts) };
}

/** The document a trial is of: the one given, or else the draft. */
export const triedDocument = async (
  { tx, parts, ctx }: Doing,
  { id, document }: { readonly id: string; readonly document?: unknown },
): Promise<FlowDocument> =>
  document === undefined
    ? sideOf({ tx, parts, userId: ctx.userId }, id, 'draft')
    : readDocument(document);

/** Tries a document out: the draft, unless one is given. */
export async function simulateTemplate(
  doing: Doing,
  input: InputOf<'bpm.template.simulate'>,
): Promise<FlowForecast> {
  const template = await templateRow(doing.tx, input.id);
  const prepared = prepare(template.id, 0, await triedDocument(doing, input));
  const trial = await trialOf(doing, template, input);
  return looked(trial, prepared, draftOf(input.starterId), { choices: input.answers });
}
