import { BIN_DAYS, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, TIME_LIMITS, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { stopBuilding } from '../meta/ddl.ts';
import { lossesOf, type Losses } from '../meta/lost-values.ts';
import { dropIndexesBeside, lostName, writtenName } from '../meta/swap-ddl.ts';
import { endChanges, runChange, setChanging, sizeOf, unitOf } from '../meta/type-changes.ts';
import { changeById, countLost, countWritten, workOf, type ChangeWork } from './work.ts';

/** What a builder decides about a change of a type: to go on, to cancel it, to undo it. */

const STATES = { running: '正在进行', stopped: '已停下', done: '已完成' } as const;
/** Values of the answer to an undo's plan. */
const MOST_SHOWN = 20;

/** The change; TYPE_CHANGE_UNKNOWN when it has ended. */
export async function requireWork(
  tx: TenantTx,
  id: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<ChangeWork> {
  const change = isUuid(id) ? await changeById(tx, id, lock) : undefined;
  const work = change && (await workOf(tx, change));
  if (!work) throw new AppError('TYPE_CHANGE_UNKNOWN');
  return work;
}
const refuse = ({ label, change }: ChangeWork): AppError =>
  new AppError('TYPE_CHANGE_STATE', { label, state: STATES[change.state] });

/** Changes of metadata are made one after the other, so what is decided holds. */
async function lockWork(tx: TenantTx, id: string): Promise<ChangeWork> {
  await bumpVersion(tx);
  const work = await requireWork(tx, id, 'FOR UPDATE');
  await recordChange(tx, [work.object.id, work.object.api_name]);
  return work;
}

const HAS_FAILED = `SELECT FROM bizmeta.type_change c JOIN kernel.job j ON j.tenant_id = c.tenant_id
  AND j.id = c.job WHERE c.tenant_id = $1 AND c.id = $2 AND j.state = 'failed'`;

/** Goes on with a change that stopped: after its values were corrected, or without them. */
export async function resumeChange(
  tx: TenantTx,
  userId: string,
  { id, accept = false }: InputOf<'bizmeta.typeChange.resume'>,
): Promise<{ job: string }> {
  const work = await lockWork(tx, id);
  const { change, label, table } = work;
  const hasFailed =
    change.state === 'running' && (await tx.query(HAS_FAILED, [tx.tenant.id, id])).length > 0;
  if (change.state !== 'stopped' && !hasFailed) throw refuse(work);
  await tx.run(
    `UPDATE bizmeta.type_change SET state = 'running', error = '', accepts = accepts OR $3
      WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant.id, id, accept],
  );
  const follows = change.back || !hasFailed;
  const rows = follows ? await countWritten(tx, work) : (await sizeOf(tx, table)).rows;
  return { job: await runChange(tx, { id, label, rows, userId, follows }) };
}

/** Gives up a change, or its undoing, before the columns have changed places. */
export async function cancelChange(tx: TenantTx, id: string): Promise<null> {
  const work = await lockWork(tx, id);
  const { change, field, table, beside } = work;
  if (change.state === 'done') throw refuse(work);
  if (!change.back) {
    await endChanges(tx, table, [field.id]);
    return null;
  }
  await setChanging(tx, field.id, null);
  await tx.run(
    `UPDATE bizmeta.type_change SET state = 'done', back = false, error = '' WHERE tenant_id = $1
      AND id = $2`,
    [tx.tenant.id, id],
  );
  await tx.ddl(`${stopBuilding(table)}; ${dropIndexesBeside(table, beside)}`);
  return null;
}

const TOO_OLD = `SELECT FROM bizmeta.type_change WHERE tenant_id = $1 AND id = $2
  AND swapped_at < now() - interval '${BIN_DAYS} days'`;

async function requireDone(tx: TenantTx, work: ChangeWork): Promise<ChangeWork> {
  const { id, state } = work.change;
  if (state !== 'done') throw refuse(work);
  const old = await tx.query(TOO_OLD, [tx.tenant.id, id]);
  if (old.length > 0) throw new AppError('TYPE_CHANGE_UNKNOWN');
  return { ...work, to: work.change.was, back: true };
}

/** What was written since the change, and what of it the former type cannot hold. */
export async function undoPlan(
  tx: TenantTx,
  { id }: InputOf<'bizmeta.typeChange.undoPlan'>,
): Promise<DataOf<'bizmeta.typeChange.undoPlan'>> {
  await tx.patience(TIME_LIMITS.report);
  const work = await requireDone(tx, await requireWork(tx, id));
  const written = await countWritten(tx, work);
  const { records: lost, values } = await lossesBack(tx, work);
  const returned = await countLost(tx, { ...work, back: false });
  const isRows = work.rowsOf !== undefined;
  const unit = unitOf(isRows);
  const untouched = isRows ? '没有改过的行' : '没有改过的记录';
  const texts = [
    returned > 0 ? `当时没有换过去的 ${returned} ${unit}恢复原来的值` : `${untouched}恢复原来的值`,
    written > 0 ? `之后写过的 ${written} ${unit}换回原来的类型` : '',
    lost > 0 ? `其中 ${lost} ${isRows ? '行' : '条'}的值换不回去，会被清空` : '',
  ];
  const shown = values.map(({ value, records }) => ({ value, records }));
  return { text: texts.filter(Boolean).join('；'), written, lost, values: shown };
}

/** What cannot be converted back, with what an undo that was given up has found already. */
async function lossesBack(
  tx: TenantTx,
  { table, own, beside, from, to }: ChangeWork,
): Promise<Pick<Losses, 'records' | 'values'>> {
  const [written, lost] = [writtenName(table, beside), lostName(table, beside)];
  const place = { tx, table, no: own, among: `id IN (SELECT id FROM ${written})` };
  const { records, values } = await lossesOf(place, from, to, { size: MOST_SHOWN, offset: 0 });
  const [found] = await tx.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${lost} l WHERE back
      AND NOT EXISTS (SELECT FROM ${written} w WHERE w.id = l.id)`,
  );
  return { records: records + found!.n, values };
}

/** Begins to undo a change; what was written since and cannot be converted has to be accepted. */
export async function undoChange(
  tx: TenantTx,
  userId: string,
  { id, accept = false }: InputOf<'bizmeta.typeChange.undo'>,
): Promise<{ job: string }> {
  const work = await requireDone(tx, await lockWork(tx, id));
  const { label, field } = work;
  const { records: lost } = await lossesBack(tx, work);
  if (lost > 0 && !accept) throw new AppError('TYPE_CHANGE_ACCEPT', { label, count: lost });
  await tx.run(
    `UPDATE bizmeta.type_change SET state = 'running', back = true, accepts = $3, error = ''
      WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant.id, id, accept],
  );
  await setChanging(tx, field.id, id);
  const rows = await countWritten(tx, work);
  return { job: await runChange(tx, { id, label, rows, userId, follows: true }) };
}
