import { v7 as uuid } from 'uuid';
import {
  MAX_IMPORT_ROWS,
  type DataOf,
  type ImportCheck,
  type InputOf,
  type RowProblem,
} from '../../../../contract/index.ts';
import { AppError, readSheet, type Database, type TenantTx } from '../../../kernel/index.ts';
import type { Viewer as Actor } from '../../directory/scope.ts';
import { requireSeats } from '../../directory/member.ts';
import { lockRoles } from '../../roles/roles.ts';
import { rolesToGive } from '../departments.ts';
import { notifyAdmins } from '../notify.ts';
import { checkRows, type CheckedImport } from './check.ts';
import { cellsOf, type Cells } from './columns.ts';
import { inviteAll } from './invite-all.ts';

/** Problems reported at once; users correct the file with the report. */
const MAX_REPORTED = 200;
/** A longer text is no name, number or department. */
const LIMITS = { rows: MAX_IMPORT_ROWS, columns: 20, text: 500 };
/** How long a checked file is stored. */
const RETENTION = `interval '1 day'`;

interface StoredImport {
  file_name: string;
  rows: Cells[];
  problems: RowProblem[];
  done: boolean;
}

const answerOf = (
  importId: string,
  fileName: string,
  rows: readonly Cells[],
  { newcomers, problems }: CheckedImport,
): ImportCheck => ({
  importId,
  fileName,
  total: rows.length,
  valid: newcomers.length,
  invalid: rows.length - newcomers.length,
  problems: problems.slice(0, MAX_REPORTED),
  problemCount: problems.length,
});

/**
 * Reads and checks a file and stores it for a day; no invitation is sent yet. Throws IMPORT_FILE.
 */
export async function storeImport(
  db: Database,
  scope: Parameters<Database['withTenant']>[0],
  actor: Actor,
  fileName: string,
  bytes: Buffer,
): Promise<ImportCheck> {
  const rows = cellsOf(await readSheet(db, bytes, LIMITS));
  return db.withTenant(scope, async (tx) => {
    const checked = await checkRows(tx, actor, rows);
    const id = uuid();
    await tx.run(
      `insert into upm.user_import (tenant_id, id, file_name, created_by, rows, problems)
        values ($1, $2, $3, $4, $5, $6)`,
      [
        tx.tenant.id,
        id,
        fileName,
        actor.userId,
        JSON.stringify(rows),
        JSON.stringify(checked.problems),
      ],
    );
    return answerOf(id, fileName, rows, checked);
  });
}

/** A file this person had checked; throws IMPORT_UNKNOWN. */
export async function findImport(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'>,
  importId: string,
): Promise<StoredImport> {
  const [kept] = await tx.query<StoredImport>(
    `select file_name, rows, problems, done_at is not null as done from upm.user_import
      where tenant_id = $1 and id = $2 and created_by = $3 and created_at > now() - ${RETENTION}
      for update`,
    [tx.tenant.id, importId, actor.userId],
  );
  if (!kept) throw new AppError('IMPORT_UNKNOWN');
  return kept;
}

/**
 * Invites everyone in a checked file, in one transaction. The rows are checked again: a day may
 * have passed.
 */
export async function confirmImport(
  tx: TenantTx,
  publicUrl: string,
  actor: Actor,
  { importId, validOnly = false }: InputOf<'upm.userOrg.importConfirm'>,
): Promise<DataOf<'upm.userOrg.importConfirm'>> {
  const { rows, done } = await findImport(tx, actor, importId);
  if (done) throw new AppError('IMPORT_DONE');
  await lockRoles(tx);
  const { newcomers } = await checkRows(tx, actor, rows);
  const skipped = rows.length - newcomers.length;
  if (skipped > 0 && !validOnly) throw new AppError('IMPORT_INVALID', { count: skipped });
  await requireSeats(tx, tx.tenant.id, newcomers.length);
  const roles = await rolesToGive(tx, actor.session, []);
  const userIds = await inviteAll(tx, publicUrl, actor, newcomers, roles);
  await tx.run(
    `update upm.user_import set done_at = now(), imported = $3 where tenant_id = $1 and id = $2`,
    [tx.tenant.id, importId, userIds],
  );
  if (userIds.length > 0)
    await notifyAdmins(tx, actor, 'user_add', `导入了 ${userIds.length} 名成员，已发出邀请`, {
      userIds,
    });
  return { imported: userIds.length, skipped };
}

/** Deletes expired files. Run periodically by the server. */
export const purgeExpiredImports = (db: Database): Promise<number> =>
  db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.user_import where created_at < now() - ${RETENTION}`),
  );
