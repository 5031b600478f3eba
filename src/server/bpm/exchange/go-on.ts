import type { Command } from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { Deed } from '../instances/deed.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { lockInstance } from '../instances/rows.ts';
import type { Parts } from '../parts.ts';

/** What became of a request. */
export type News =
  | { readonly kind: 'sent'; readonly status: number | null }
  | {
      readonly kind: 'failed';
      readonly error: string;
      readonly status: number | null;
      /** No later try would do better. */
      readonly hopeless: boolean;
    }
  /** It is not waited for any more. */
  | { readonly kind: 'dropped' };

interface Place {
  readonly instanceId: string;
  readonly visit: number;
}
/** Reasons by which the core refuses what comes when the instance is elsewhere, or rests. */
const LATE: ReadonlySet<string> = new Set([
  'FLOW_EVENT_LATE',
  'FLOW_NOT_RUNNING',
  'FLOW_SUSPENDED',
]);

/**
 * The instance goes on after its request. Where what follows cannot be done it rests with the reason:
 * a manager sees to it, and nothing is asked twice.
 */
export async function goOn(
  parts: Parts,
  tx: TenantTx,
  place: Place,
  news: Exclude<News, { kind: 'dropped' }>,
): Promise<void> {
  await tx.query('savepoint going');
  try {
    const run = await FlowRun.of(tx, parts, await lockInstance(tx, place.instanceId));
    await carriedOut(run, ...commandOf(run, place.visit, news));
    await tx.query('release savepoint going');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.query('rollback to savepoint going');
    if (!LATE.has(error.reason)) await rest(parts, tx, place, error);
  }
}

type Doing = [command: Command, deed: Deed];

function commandOf(
  { row, now }: FlowRun,
  visit: number,
  news: Exclude<News, { kind: 'dropped' }>,
): Doing {
  const nodeId = row.state.visits[visit - 1]?.step ?? null;
  const at = { visit, now: now.getTime() };
  return news.kind === 'sent'
    ? [
        { kind: 'performed', ...at },
        { op: 'performed', actor: null, nodeId },
      ]
    : [
        { kind: 'failed', ...at },
        { op: 'failed', actor: null, nodeId, opinion: news.error },
      ];
}

async function carriedOut(run: FlowRun, command: Command, deed: Deed): Promise<void> {
  const consequences = new Consequences();
  await consequences.carryOut(run, command, deed);
  await consequences.finish();
}

async function rest(parts: Parts, tx: TenantTx, place: Place, error: AppError): Promise<void> {
  const run = await FlowRun.of(tx, parts, await lockInstance(tx, place.instanceId));
  const { row, now } = run;
  const by = { user: row.starter_id, isManager: true };
  const opinion = error.errors[0]?.msg ?? error.message;
  const nodeId = row.state.visits[place.visit - 1]?.step ?? null;
  await carriedOut(
    run,
    { kind: 'suspend', by, now: now.getTime() },
    { op: 'failed', actor: null, nodeId, opinion },
  );
}
