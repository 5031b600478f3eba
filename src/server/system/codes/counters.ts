import type { CodeSegment } from '../../../contract/index.ts';
import type { TenantTx, Tx } from '../../kernel/index.ts';
import { firstOf, periodOf, type Reset } from './text.ts';

/** What numbers are taken by: a rule of the company, or one a field has to itself (`ownRule`). */
export interface Numbering {
  readonly id: string;
  readonly segments: readonly CodeSegment[];
  readonly reset: Reset;
  readonly mode: 'gapless' | 'block';
  readonly version: number;
}

/** The rule a field has to itself: its counter is named by the field, and no number is missing. */
export const ownRule = (
  fieldId: string,
  segments: readonly CodeSegment[],
  reset: Reset,
): Numbering => ({ id: fieldId, segments, reset, mode: 'gapless', version: 1 });

/**
 * Moves a period's counter on by so many numbers and answers the last of them; its row is locked
 * until the transaction ends.
 */
export async function advance(
  tx: Tx,
  tenantId: string,
  rule: Numbering,
  period: string,
  count: number,
): Promise<number> {
  const { start, step } = firstOf(rule.segments);
  const [row] = await tx.query<{ value: number }>(
    `insert into system.code_counter as c (tenant_id, rule_id, period, value)
    values ($1, $2, $3, $4::bigint + $5::bigint * ($6 - 1))
    on conflict (tenant_id, rule_id, period) do update
      set value = greatest(c.value + $5::bigint, $4::bigint) + $5::bigint * ($6 - 1) returning value`,
    [tenantId, rule.id, period, start, step, count],
  );
  return Number(row!.value);
}

const RAISED =
  'on conflict (tenant_id, rule_id, period) do update set value = greatest(c.value, excluded.value)';

/**
 * Counting in other periods goes on from the number of the present one, so that no code comes
 * twice.
 */
export async function carryCounter(
  tx: TenantTx,
  id: string,
  from: Reset,
  to: Reset,
): Promise<void> {
  const now = new Date();
  await tx.run(
    `insert into system.code_counter as c (tenant_id, rule_id, period, value)
    select tenant_id, rule_id, $4, value from system.code_counter where tenant_id = $1
      and rule_id = $2 and period = $3 ${RAISED}`,
    [tx.tenant.id, id, periodOf(from, now), periodOf(to, now)],
  );
}

/** The present period's counter is at least at this number from now on. */
export async function raiseCounter(
  tx: TenantTx,
  { id, reset }: Numbering,
  value: number,
): Promise<void> {
  await tx.run(
    `insert into system.code_counter as c (tenant_id, rule_id, period, value)
      values ($1, $2, $3, $4) ${RAISED}`,
    [tx.tenant.id, id, periodOf(reset, new Date()), value],
  );
}
