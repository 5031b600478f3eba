import type { FieldDescribe } from '../../../contract/index.ts';
import {
  AppError,
  uniqueViolation,
  type BatchResult,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';
import { changingObject, type ChangeParts } from '../change-object.ts';
import { lockCatalogue } from '../meta/changes.ts';
import { tableName } from '../meta/ddl.ts';
import { updateObject } from '../meta/save.ts';
import { endChanges, setChanging } from '../meta/type-changes.ts';
import { convertWritten, stoppedByLoss } from './follow.ts';
import { changeById, stopChange, workOf, type ChangeWork } from './work.ts';

/** The moment a change takes effect: one short transaction in which no one else uses the object. */

export interface SwapParts extends ChangeParts {
  /** Lists of the object need other indexes. */
  changed(scope: Pick<Scope, 'tenant'>): void;
}

/** Records converted while everybody waits. */
const MOST = 2_000;
/** While waiting for those who read and write, everybody else waits as well. */
const LOCK_MS = 500;
const PAUSE_S = 2;
const END: BatchResult = { did: 0, place: null };

const MINE = `SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND granted
  AND relation = to_regclass($1) AND mode = 'AccessExclusiveLock'`;

/** Takes the object for itself unless someone uses it for longer; then nothing is locked. */
async function lockObject(tx: TenantTx, { table, object }: ChangeWork): Promise<boolean> {
  await tx.ddl(`DO $f$ BEGIN
    PERFORM set_config('lock_timeout', '${LOCK_MS}', true);
    PERFORM pg_advisory_xact_lock(7301, ${object.no});
    LOCK TABLE ${tableName(table)} IN ACCESS EXCLUSIVE MODE;
    EXCEPTION WHEN lock_not_available THEN NULL; END $f$`);
  return (await tx.query(MINE, [tableName(table)])).length > 0;
}

export async function swap(
  tx: TenantTx,
  id: string,
  userId: string,
  parts: SwapParts,
): Promise<BatchResult> {
  await lockCatalogue(tx);
  const change = await changeById(tx, id, 'FOR UPDATE');
  const work = change?.state === 'running' ? await workOf(tx, change) : undefined;
  if (!work) return END;
  await tx.run('SAVEPOINT swapping');
  try {
    const result = await swapNow(tx, work, userId, parts);
    await tx.run('RELEASE SAVEPOINT swapping');
    return result;
  } catch (error) {
    const isTaken = uniqueViolation(error) !== undefined;
    if (!(error instanceof AppError) && !isTaken) throw error;
    await tx.run('ROLLBACK TO SAVEPOINT swapping');
    await stopChange(tx, id, isTaken ? '有记录的值重复：改好它们再继续' : (error as Error).message);
    return END;
  }
}

async function swapNow(
  tx: TenantTx,
  work: ChangeWork,
  userId: string,
  parts: SwapParts,
): Promise<BatchResult> {
  if (!(await lockObject(tx, work))) return { did: 0, place: { stage: 'swap' }, pause: PAUSE_S };
  const { seen } = await convertWritten(tx, work, MOST);
  if (seen >= MOST) return { did: 0, place: { stage: 'follow' } };
  if (await stoppedByLoss(tx, work)) return END;
  await changeDescribe(tx, parts, work, userId);
  const { change, field, table } = work;
  if (change.back) await endChanges(tx, table, [field.id]);
  else await markDone(tx, work);
  tx.afterCommit(() => parts.changed({ tenant: tx.tenant }));
  return END;
}

async function markDone(tx: TenantTx, { change, field }: ChangeWork): Promise<void> {
  await setChanging(tx, field.id, null);
  await tx.run(
    `UPDATE bizmeta.type_change SET state = 'done', swapped_at = now() WHERE tenant_id = $1
        AND id = $2`,
    [tx.tenant.id, change.id],
  );
}

/** A sub-table of which only columns change. */
const namesOf = ({ id, apiName, label, type }: FieldDescribe) => ({ id, apiName, label, type });

/**
 * The field with its other type, but called as it is now. Groups, forms and pages that name it are
 * asked as when a builder saves the object.
 */
async function changeDescribe(
  tx: TenantTx,
  parts: ChangeParts,
  { object, rowsOf, field, to, beside }: ChangeWork,
  userId: string,
): Promise<void> {
  const { masked: _m, maskedInSome: _s, fields: _rows, changing: _c, ...settings } = to;
  const { id, apiName, label, required, order, help, placeholder } = field;
  const { help: _help, placeholder: _placeholder, ...rest } = settings;
  const given = {
    ...rest,
    ...{ id, apiName, label, order },
    ...(required !== undefined && { required }),
    ...(help !== undefined && { help }),
    ...(placeholder !== undefined && { placeholder }),
  };
  const { id: objectId, label: objectLabel, version } = object;
  const fields = rowsOf ? [{ ...namesOf(rowsOf), fields: [given] }] : [given];
  const describe = { id: objectId, label: objectLabel, version, fields };
  await changingObject(tx, parts, userId, describe, () =>
    updateObject(tx, userId, { describe, swap: { field: id, no: beside } }),
  );
}
