import type { FlowStatus } from '../../../contract/index.ts';
import {
  decide,
  keyOf,
  shownStatus,
  type Command,
  type Effect,
  type FlowEvent,
  type FlowState,
  type Known,
} from '../../../flow/index.ts';
import { AppError, type TenantTx, type Writing } from '../../kernel/index.ts';
import type { Facts } from '../people/expressions.ts';
import type { Parts } from '../parts.ts';
import { nodeName, type Prepared } from '../prepared.ts';
import { preparedOf } from '../templates/rows.ts';
import type { Deed } from './deed.ts';
import { instanceFacts } from './facts.ts';
import { isOpen, type InstanceRow } from './rows.ts';
import { instanceWriting, storing } from './store.ts';
import { storeWaits } from './timer-job.ts';
import { World } from './world.ts';

/** Questions of one decision: each node of a template asks a few, and no way is longer. */
const MAX_QUESTIONS = 2_000;

/** What happened in a run, for those who are notified of it. */
export interface Happened {
  readonly deed: Deed;
  readonly events: readonly FlowEvent[];
  readonly effects: readonly Effect[];
  readonly before: FlowState;
  readonly after: FlowState;
  readonly copiedTo: readonly string[];
}

/**
 * Operations on one instance in one transaction; its row is locked. Commands are decided one after
 * the other, each on the state the one before led to; `finish` writes the instance and its record.
 */
export class FlowRun {
  readonly tx: TenantTx;
  readonly parts: Parts;
  readonly row: InstanceRow;
  readonly prepared: Prepared;
  readonly now: Date;
  readonly world: World;
  readonly happened: Happened[] = [];
  /** The first command of the run, and whether the instance was over before it. */
  #first: { readonly op: Deed['op']; readonly wasOver: boolean } | undefined;
  #facts: Promise<Facts> | undefined;
  /** Written with the instance itself: nothing reads them before. */
  #unsaved: readonly Writing[] = [];

  constructor(tx: TenantTx, parts: Parts, row: InstanceRow, prepared: Prepared, now: Date) {
    this.tx = tx;
    this.parts = parts;
    this.row = row;
    this.prepared = prepared;
    this.now = now;
    this.world = new World({
      tx,
      parts,
      prepared,
      starterId: row.starter_id,
      starterDept: row.starter_dept,
      picks: row.picks,
      now,
      facts: () => this.facts(),
      state: () => row.state,
      enteredAt: (visit) => enteredAt(tx, row.id, visit),
    });
  }

  static async of(
    tx: TenantTx,
    parts: Parts,
    row: InstanceRow,
    now = new Date(),
  ): Promise<FlowRun> {
    const prepared = await preparedOf(parts, tx, row.template_id, row.version_no, row.followed);
    return new FlowRun(tx, parts, row, prepared, now);
  }

  /** What expressions read; read once until the record is changed. */
  facts(): Promise<Facts> {
    this.#facts ??= instanceFacts(this.tx, this.parts, this.row, this.prepared, this.now);
    return this.#facts;
  }
  forgetFacts(): void {
    this.#facts = undefined;
  }

  /** Decides a command and writes what follows; answers the effects that are still to be done. */
  async carryOut(command: Command, deed: Deed): Promise<readonly Effect[]> {
    const { row } = this;
    const before = row.state;
    const { events, effects, state } = await this.#decided(command);
    if (events.length === 0 && state === before) return [];
    this.#first ??= { op: deed.op, wasOver: isOver(before) };
    row.state = state;
    const { writings, copiedTo } = await storing(
      this.tx,
      row,
      before,
      events,
      deed,
      this.world.reasons,
      this.now,
    );
    this.#unsaved = [...this.#unsaved, ...writings];
    // What follows may read them, and may be taken back alone.
    if (effects.length > 0) await this.#save();
    await storeWaits(this.tx, row, before, this.prepared.model);
    this.happened.push({ deed, events, effects, before, after: state, copiedTo });
    return effects;
  }

  async #decided(command: Command) {
    const known: Record<string, Known[string]> = {};
    for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
      const decision = decide(this.prepared.model, this.row.state, command, known);
      if (decision.kind === 'done') return decision;
      if (decision.kind === 'refused') throw await this.#refusal(decision.refusal);
      for (const need of decision.needs) known[keyOf(need)] = await this.world.answer(need);
    }
    throw new AppError('INTERNAL');
  }

  /** A refusal in words: people and nodes by their names. */
  async #refusal({
    reason,
    about = [],
  }: {
    reason: AppError['reason'];
    about?: readonly string[];
  }) {
    const people = await this.tx.query<{ name: string }>(
      'select real_name as name from upm.member where tenant_id = $1 and user_id = any($2)',
      [this.tx.tenant.id, about],
    );
    const names =
      people.length > 0
        ? people.map(({ name }) => name)
        : about.map((id) => nodeName(this.prepared, id));
    return new AppError(reason, { name: names.join('、'), names: names.join('、') });
  }

  async #save(beside: readonly Writing[] = []): Promise<void> {
    const writings = [...this.#unsaved, ...beside];
    this.#unsaved = [];
    await this.tx.runTogether(writings);
  }

  /**
   * An instance that ends takes the record as it is then: who had a part in it goes on reading what
   * was decided, not what becomes of the record. One that runs again reads the record itself.
   */
  async #takeFinal(): Promise<void> {
    const { row, prepared, tx, parts } = this;
    const first = this.#first;
    if (prepared.settings.dataMode === 'snapshot' || row.record_id === null || !first) return;
    if (!isOver(row.state)) row.snapshot = first.wasOver ? null : row.snapshot;
    else if (!first.wasOver || first.op === 'submit')
      row.snapshot = await finalRecord(tx, parts, row, row.record_id);
  }

  /** Writes the instance with what is given beside it, and where its approval is into its record. */
  async finish(beside: readonly Writing[] = []): Promise<FlowStatus> {
    const { row, tx, parts, prepared } = this;
    const before = row.status;
    await this.#takeFinal();
    await this.#save([instanceWriting(tx, row, this.now), ...beside]);
    if (before !== row.status) await markRecord(tx, parts, row, prepared);
    return row.status;
  }
}

/** When a visit began, as history says it. */
async function enteredAt(tx: TenantTx, id: string, visit: number): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    `select e.at from bpm.flow_event e,
      jsonb_array_elements(e.events) with ordinality g(event, place)
      where e.tenant_id = $1 and e.instance_id = $2 and g.event ->> 'kind' = 'entered'
      order by e.seq, g.place offset $3 limit 1`,
    [tx.tenant.id, id, visit - 1],
  );
  return row?.at;
}

const isOver = ({ status }: FlowState): boolean =>
  !['draft', 'running', 'suspended'].includes(status);

/** Null for a record, or an object, that was deleted meanwhile. */
const finalRecord = (tx: TenantTx, { records }: Parts, row: InstanceRow, id: string) =>
  records
    .read(tx, row.object_name, id)
    .then((record) => record ?? null)
    .catch((error: unknown) => {
      if (error instanceof AppError && GONE.has(error.reason)) return null;
      throw error;
    });

const GONE: ReadonlySet<string> = new Set(['RECORD_UNKNOWN', 'OBJECT_UNKNOWN']);

/** The record says where its approval is, and is locked while that runs and the template says so. */
async function markRecord(
  tx: TenantTx,
  { records }: Parts,
  row: InstanceRow,
  { settings }: Prepared,
): Promise<void> {
  const status = shownStatus(row.state);
  if (row.record_id === null || status === 'draft') return;
  const lock = await records.lockOf(tx, row.object_name, row.record_id).catch((error: unknown) => {
    // A record that is not locked may have been deleted meanwhile, or its object.
    if (error instanceof AppError && GONE.has(error.reason)) return undefined;
    throw error;
  });
  if (lock === undefined || (lock !== null && lock !== row.id)) return;
  const isLocked = settings.lockRecord !== false && isOpen(status);
  await records.mark(tx, row.object_name, row.record_id, {
    status,
    lock: isLocked ? row.id : null,
  });
}
