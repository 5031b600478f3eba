import { ANONYMOUS_USER_ID, bytesText } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { spaceOf, type UploadStore } from '../../storage/index.ts';

/**
 * Most bytes visitors may have sent to one form without submitting them: a hundred of the largest
 * files.
 */
const FORM_BYTES = 1024 ** 3;
/**
 * The part of the company's space that such files of all its forms may take together, so that
 * strangers leave its members room.
 */
const COMPANY_PART = 1 / 4;
/** What a file counts at least, in bytes: very many small ones cost as well. */
const LEAST_BYTES = 64 * 1024;

const UNUSED = `SELECT coalesce(sum(greatest(s.size, ${LEAST_BYTES})), 0)::float8 AS company,
    coalesce(sum(greatest(s.size, ${LEAST_BYTES})) FILTER (WHERE f.form_id = $2::uuid), 0)::float8
      AS form
  FROM bizmeta.form_file f JOIN storage.file s ON s.tenant_id = f.tenant_id AND s.id = f.file_id
  WHERE f.tenant_id = $1 AND NOT f.used AND s.created_by = $3`;

/**
 * Refuses a visitor's file when too many of those before were never submitted; call it when the
 * file is known, which counts too.
 */
export async function requireUnusedSpace(
  tx: TenantTx,
  formId: string,
  quota: UploadStore['quota'],
): Promise<void> {
  const [row] = await tx.query<{ company: number; form: number }>(UNUSED, [
    tx.tenant.id,
    formId,
    ANONYMOUS_USER_ID,
  ]);
  const { limit } = await spaceOf(tx, quota);
  const most = Math.min(FORM_BYTES, limit * COMPANY_PART);
  if (row!.form > most || row!.company > limit * COMPANY_PART)
    throw new AppError('FORM_FILES_FULL', { limit: bytesText(most) });
}
