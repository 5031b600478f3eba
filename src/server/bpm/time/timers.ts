import type { TenantTx, BatchResult, JobKind } from '../../kernel/index.ts';
import { AppError } from '../../kernel/index.ts';
import type { Command } from '../../../flow/index.ts';
import type { Deed } from '../instances/deed.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { lockInstance } from '../instances/rows.ts';
import type { Parts } from '../parts.ts';

/** Timers of one batch: each may write an instance with all that follows. */
const BATCH = 20;
/** Seconds the job sleeps at most: who sets a timer wakes it, so this is for what nothing foresees. */
const MAX_PAUSE_S = 86_400;
const MIN_PAUSE_S = 0.2;
/** How long a condition that is waited for is not looked at again. */
const LOOK_AGAIN = `interval '30 seconds'`;
/** A timer whose command fails is tried again after this. */
const TRY_AGAIN = `interval '5 minutes'`;

/** What rests has no time: it goes on when the instance is resumed. */
const RUNNING_TIMERS = `from bpm.flow_timer t
  join bpm.flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
  where t.tenant_id = $1 and i.status <> 'suspended'`;

/**
 * Timers a company's job finds. What waits for a condition has one of its own: its number is the visit's,
 * negative.
 */
interface DueTimer {
  readonly instance_id: string;
  readonly no: number;
}

/**
 * Fires due timers: each is a command in the transaction that also takes its row away, so that it
 * happens once even if the process dies; what comes late is refused by the core.
 */
export class TimerJob implements JobKind<null> {
  readonly access = 'admin' as const;
  readonly isEndless = true;
  readonly #parts: Parts;
  readonly #onError: (error: unknown) => void;

  constructor(parts: Parts, onError: (error: unknown) => void) {
    this.#parts = parts;
    this.#onError = onError;
  }

  async runBatch(tx: TenantTx): Promise<BatchResult> {
    const due = await tx.query<DueTimer>(
      `select t.instance_id, t.no ${RUNNING_TIMERS} and t.due_at <= now()
        order by t.due_at limit ${BATCH}`,
      [tx.tenant.id],
    );
    let did = 0;
    for (const timer of due) did += (await this.#fire(tx, timer)) ? 1 : 0;
    if (due.length === BATCH) return { did, place: {} };
    const pause = await pauseOf(tx);
    return pause === undefined ? { did, place: null } : { did, place: {}, pause };
  }

  async #fire(tx: TenantTx, timer: DueTimer): Promise<boolean> {
    await tx.query('savepoint timer');
    try {
      await this.#command(tx, timer);
      await tx.query('release savepoint timer');
      return true;
    } catch (error) {
      await tx.query('rollback to savepoint timer');
      const isLate = error instanceof AppError && LATE.has(error.reason);
      if (!isLate) this.#onError(error);
      await tx.run(
        isLate
          ? 'delete from bpm.flow_timer where tenant_id = $1 and instance_id = $2 and no = $3'
          : `update bpm.flow_timer set due_at = now() + ${TRY_AGAIN}
              where tenant_id = $1 and instance_id = $2 and no = $3`,
        [tx.tenant.id, timer.instance_id, timer.no],
      );
      return false;
    }
  }

  async #command(tx: TenantTx, { instance_id, no }: DueTimer): Promise<void> {
    const row = await lockInstance(tx, instance_id);
    const run = await FlowRun.of(tx, this.#parts, row);
    const due = no > 0 ? timeOut(run, no) : await conditionMet(run, -no);
    if (!due) return lookAgain(tx, instance_id, no);
    const consequences = new Consequences();
    await consequences.carryOut(run, ...due);
    await consequences.finish();
  }
}

type Due = [command: Command, deed: Deed];

function timeOut({ row, now }: FlowRun, timer: number): Due {
  const { timers, visits } = row.state;
  const visit = visits[(timers[timer - 1]?.visit ?? 0) - 1];
  return [
    { kind: 'timer', timer, now: now.getTime() },
    { op: 'timeout', actor: null, nodeId: visit?.step ?? null },
  ];
}

/** The end of a wait, where the condition has come true. */
async function conditionMet({ row, world, now }: FlowRun, id: number): Promise<Due | undefined> {
  const visit = row.state.visits[id - 1];
  if (!visit || (await world.answer({ kind: 'condition', of: visit.step })) !== true)
    return undefined;
  return [
    { kind: 'met', visit: id, now: now.getTime() },
    { op: 'met', actor: null, nodeId: visit.step },
  ];
}

/** Reasons by which the core refuses a timer that has nothing to do any more. */
const LATE: ReadonlySet<string> = new Set(['FLOW_EVENT_LATE', 'FLOW_NOT_RUNNING', 'FLOW_UNKNOWN']);

async function lookAgain(tx: TenantTx, instanceId: string, no: number): Promise<void> {
  await tx.run(
    `update bpm.flow_timer set due_at = now() + ${LOOK_AGAIN}
      where tenant_id = $1 and instance_id = $2 and no = $3`,
    [tx.tenant.id, instanceId, no],
  );
}

/**
 * Seconds to the next timer, undefined without one. It is looked for behind the lock that is the
 * last of who writes a timer (sql/0621_wake-timers.sql).
 */
async function pauseOf(tx: TenantTx): Promise<number | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('bpm.timers ' || $1, 0))`, [
    tx.tenant.id,
  ]);
  const [next] = await tx.query<{ seconds: number | null }>(
    `select extract(epoch from min(t.due_at) - clock_timestamp())::float8 as seconds
      ${RUNNING_TIMERS}`,
    [tx.tenant.id],
  );
  const seconds = next?.seconds ?? undefined;
  return seconds === undefined ? undefined : Math.min(MAX_PAUSE_S, Math.max(MIN_PAUSE_S, seconds));
}
