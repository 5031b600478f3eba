import { v7 as uuidv7 } from 'uuid';
import type { RecordValues } from '../../../contract/index.ts';
import { postMessage, type TenantTx } from '../../kernel/index.ts';
import type { RequestSettings } from './settings.ts';

/** The instance that asks. */
interface Asking {
  readonly tx: TenantTx;
  readonly row: { readonly id: string };
  facts(): Promise<{ readonly record: RecordValues }>;
}

/** Requests that wait longer than any delivery takes are made at once when a manager asks for it. */
const HURRY = `update kernel.outbox set next_at = now() where tenant_id = $1 and topic = 'request'
  and dead_at is null and payload = $2::jsonb and next_at > now() + interval '90 seconds'`;

/**
 * Has the outbox make a node's request, once a visit; true when it was made before, and only what
 * follows from it was not done.
 */
export async function askOutside(
  run: Asking,
  visit: number,
  node: string,
  { fields = [] }: RequestSettings,
): Promise<boolean> {
  const { tx, row } = run;
  const [known] = await tx.query<{ state: string }>(
    'select state from bpm.flow_call where tenant_id = $1 and instance_id = $2 and visit = $3',
    [tx.tenant.id, row.id, visit],
  );
  if (known?.state === 'sent') return true;
  const event = { instanceId: row.id, visit };
  if (known?.state === 'waiting') {
    await tx.run(HURRY, [tx.tenant.id, JSON.stringify(event)]);
    return false;
  }
  const { record } = await run.facts();
  const shown = Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
  await tx.run(
    `insert into bpm.flow_call (tenant_id, instance_id, visit, id, node_id, record) values ($1, $2, $3, $4, $5, $6)
      on conflict (tenant_id, instance_id, visit) do update
        set state = 'waiting', tries = 0, status = null, error = '', record = excluded.record`,
    [tx.tenant.id, row.id, visit, uuidv7(), node, JSON.stringify(shown)],
  );
  await postMessage(tx, tx.tenant.id, 'request', event);
  return false;
}
