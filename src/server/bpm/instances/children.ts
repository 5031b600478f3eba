import type { RecordValues } from '../../../contract/index.ts';
import { draftOf, type Effect, type FlowState } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import { findPeople } from '../people/candidates.ts';
import type { Facts } from '../people/expressions.ts';
import { nodeSettings } from '../prepared.ts';
import { templateRow, type TemplateRow } from '../templates/rows.ts';
import { FlowRun } from './flow-run.ts';
import { insertInstance } from './insert.ts';
import type { InstanceRow } from './rows.ts';
import { describeInstance } from './titles.ts';
import { askingFor, valuesOf } from './work.ts';

interface ChildSettings {
  readonly templateId?: string;
  readonly each?: string;
  readonly values?: Record<string, string>;
  readonly starter?: never[];
}

export const childIn = ({ row }: FlowRun, id: string): FlowState['children'][number] =>
  row.state.children.find((each) => each.id === id)!;

interface Started {
  readonly run: FlowRun;
  readonly effects: readonly Effect[];
}

/** Starts the instance of a sub-process, as far as it goes by itself; what follows is the caller's. */
export async function startChild(parent: FlowRun, id: string, node: string): Promise<Started> {
  const { tx, parts, now } = parent;
  const settings = nodeSettings(parent.prepared, node) as ChildSettings;
  const template = await templateRow(tx, settings.templateId ?? '');
  if (template.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
  const run = await FlowRun.of(tx, parts, await newChild(parent, id, template, settings), now);
  await describeInstance(run);
  const starterId = run.row.starter_id;
  const effects = await run.carryOut(
    { kind: 'submit', by: { user: starterId, isManager: false }, now: now.getTime() },
    { op: 'start', actor: starterId, nodeId: run.prepared.model.start },
  );
  return { run, effects };
}

async function newChild(
  parent: FlowRun,
  id: string,
  template: TemplateRow,
  { values, each, starter }: ChildSettings,
): Promise<InstanceRow> {
  const { tx, now } = parent;
  const starterId = await childStarter(parent, starter);
  const facts = await childFacts(parent, id, each);
  const recordId = await childRecord(parent, template.object_name, values, facts);
  return insertInstance(tx, {
    id,
    template,
    recordId,
    madeRecord: recordId !== parent.row.record_id,
    starterId,
    starterDept: await mainDeptOf(tx, starterId),
    parentId: parent.row.id,
    form: null,
    picks: {},
    state: draftOf(starterId),
    now,
  });
}

/** What a child's values are computed from: the record, and the row it is started for. */
async function childFacts(parent: FlowRun, id: string, of: string | undefined): Promise<Facts> {
  const facts = await parent.facts();
  if (of === undefined) return facts;
  const values = parent.world.childRows.get(id) ?? rowAgain(parent, id, facts.record[of]);
  return values ? { ...facts, row: { of, values } } : facts;
}

/** The row of a child that is tried again: children come in the order of their rows. */
function rowAgain(parent: FlowRun, id: string, rows: unknown): RecordValues | undefined {
  const { visit } = childIn(parent, id);
  const beside = parent.row.state.children.filter((each) => each.visit === visit);
  const at = beside.findIndex((each) => each.id === id);
  return Array.isArray(rows) ? (rows[at] as RecordValues | undefined) : undefined;
}

async function childStarter(
  parent: FlowRun,
  candidates: readonly never[] | undefined,
): Promise<string> {
  const starterId = parent.row.starter_id;
  if (!candidates?.length) return starterId;
  const [first] = await findPeople(askingFor(parent), candidates);
  return first?.userId ?? starterId;
}

/** The record of a child: a new one with these values, or its parent's. */
async function childRecord(
  { tx, parts, row }: FlowRun,
  object: string,
  values: Readonly<Record<string, string>> | undefined,
  facts: Facts,
): Promise<string | null> {
  if (values === undefined && object === row.object_name) return row.record_id;
  const writer = { userId: row.starter_id, flow: row.id, isQuiet: true };
  return parts.records.create(tx, object, valuesOf(values ?? {}, facts), writer);
}
