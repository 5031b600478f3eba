import { problem, type InputOf, type RecordValues } from '../../../contract/index.ts';
import { AppError, problemsError, type Scope, type TenantTx } from '../../kernel/index.ts';
import type { Deed } from '../instances/deed.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { placedAt } from '../instances/places.ts';
import { lockInstance } from '../instances/rows.ts';
import { writeRecord } from '../instances/write.ts';
import type { Parts } from '../parts.ts';
import { requestSettings } from '../outside/settings.ts';

type Answer = InputOf<'bpm.process.callback'>;

/**
 * The other side answers a request: what it says is written as far as the node lets it, and the
 * instance goes on. A token is for one answer: the core refuses another, as nothing waits for it.
 */
export async function calledBack(parts: Parts, { token, ...answer }: Answer): Promise<null> {
  const of = await parts.outside.readToken(token);
  const scope = of && (await scopeOf(parts, of.tenantId));
  if (!of || !scope) throw new AppError('FLOW_UNKNOWN');
  return parts.db.withTenant(scope, async (tx) => {
    const call = await callOf(tx, of.callId);
    const run = await FlowRun.of(tx, parts, await lockInstance(tx, call.instance_id));
    await take(run, call.visit, answer);
    await tx.run(`update bpm.flow_call set answered_at = now() where tenant_id = $1 and id = $2`, [
      tx.tenant.id,
      of.callId,
    ]);
    return null;
  });
}

async function scopeOf({ db }: Parts, tenantId: string): Promise<Scope | undefined> {
  const [tenant] = await db.asAnonymous<Scope['tenant']>(
    `select id, no, region from upm.tenant where id = $1 and state = 'active'`,
    [tenantId],
    { name: 'bpm-tenant' },
  );
  return tenant && { tenant };
}

async function callOf(tx: TenantTx, id: string): Promise<{ instance_id: string; visit: number }> {
  const [call] = await tx.query<{ instance_id: string; visit: number }>(
    'select instance_id, visit from bpm.flow_call where tenant_id = $1 and id::text = $2',
    [tx.tenant.id, id],
  );
  if (!call) throw new AppError('FLOW_UNKNOWN');
  return call;
}

async function take(run: FlowRun, visit: number, answer: Omit<Answer, 'token'>): Promise<void> {
  const { row, now } = run;
  requireWaiting(run, visit);
  const nodeId = row.state.visits[visit - 1]!.step;
  const isFailed = answer.result === 'failed';
  const written = isFailed ? {} : await writeAnswer(run, nodeId, answer.values ?? {});
  const deed: Deed = {
    op: isFailed ? 'failed' : 'calledBack',
    actor: null,
    nodeId,
    opinion: (answer.message ?? '').trim(),
    ...written,
  };
  const consequences = new Consequences();
  const kind = isFailed ? ('failed' as const) : ('calledBack' as const);
  await consequences.carryOut(run, { kind, visit, now: now.getTime() }, deed);
  await consequences.finish();
}

/** Nothing is written for an answer that comes when the instance is elsewhere, or rests. */
function requireWaiting({ row }: FlowRun, visit: number): void {
  const { status, visits } = row.state;
  if (row.deleted_at !== null || visits[visit - 1]?.state !== 'active')
    throw new AppError('FLOW_EVENT_LATE');
  if (status === 'suspended') throw new AppError('FLOW_SUSPENDED');
  if (status !== 'running') throw new AppError('FLOW_EVENT_LATE');
}

/** Writes what the other side says of the record: of the fields its node names and no others. */
async function writeAnswer(
  run: FlowRun,
  node: string,
  values: RecordValues,
): Promise<Pick<Deed, 'diff' | 'recordVersion'>> {
  const { row, prepared } = run;
  const names = Object.keys(values);
  if (names.length === 0) return {};
  const open = requestSettings(prepared, node)?.answers ?? [];
  const closed = names.filter((name) => !open.includes(name));
  if (closed.length > 0)
    throw problemsError(
      closed.map((name) => problem(`/values/${name}`, 'UNKNOWN_FIELD', { name })),
    );
  return placedAt('/values', writeRecord(run, { userId: row.starter_id }, values));
}
