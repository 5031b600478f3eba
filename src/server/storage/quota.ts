import { bytesText } from '../../contract/index.ts';
import { AppError, type Database, type Scope, type TenantTx } from '../kernel/index.ts';

/** What files may take, in bytes; from the configuration. */
export interface Quota {
  /** Of a company that has no limit of its own. */
  readonly company: number;
  /** Of one person within a day. */
  readonly personDay: number;
}

/** Files of one person within a day: many small ones cost entries of the file system, not bytes. */
const PERSON_DAY_FILES = 5_000;
/** A multipart body is longer than its file by its heads. */
const MULTIPART_OVERHEAD = 4_096;

const companyFull = (used: number, limit: number): AppError =>
  new AppError('QUOTA_COMPANY', { used: bytesText(used), limit: bytesText(limit) });
const personFull = (used: number, limit: number): AppError =>
  new AppError('QUOTA_PERSON_DAY', { used: bytesText(used), limit: bytesText(limit) });

interface Counts {
  company: string;
  companyLimit: string | null;
  bytes: string;
  files: number;
}

function requireWithin(
  { company, companyLimit, bytes, files }: Counts,
  quota: Quota,
  size: number,
): void {
  const limit = Number(companyLimit ?? quota.company);
  if (Number(company) + size > limit) throw companyFull(Number(company), limit);
  if (Number(bytes) + size > quota.personDay) throw personFull(Number(bytes), quota.personDay);
  if (files + 1 > PERSON_DAY_FILES)
    throw new AppError('QUOTA_PERSON_FILES', { count: files, max: PERSON_DAY_FILES });
}

const STATE_SQL = `select coalesce(max(s.used_bytes), 0) as company,
    max(s.limit_bytes) as "companyLimit",
    coalesce(max(d.bytes), 0) as bytes, coalesce(max(d.files), 0) as files
  from (select) one left join storage.space s on s.tenant_id = $1
  left join storage.sender_day d on d.tenant_id = $1 and d.sender = $2 and d.day = current_date`;

/**
 * Refuses an upload before its bytes are read when they cannot fit; `length` is what its request
 * says, in bytes.
 */
export async function requireSpace(
  db: Database,
  scope: Scope,
  sender: string,
  length: number,
  quota: Quota,
): Promise<void> {
  const [counts] = await db.readTenant<Counts>(scope, STATE_SQL, [scope.tenant.id, sender], {
    name: 'storage-space',
  });
  if (counts) requireWithin(counts, quota, Math.max(0, length - MULTIPART_OVERHEAD));
}

const TAKE_SQL = `with company as (
    insert into storage.space (tenant_id, used_bytes) values ($1, $3)
    on conflict (tenant_id) do update set used_bytes = storage.space.used_bytes + $3
      returning used_bytes, limit_bytes
  ), person as (
    insert into storage.sender_day as d (tenant_id, sender, day, bytes, files)
      values ($1, $2, current_date, $3, 1)
    on conflict (tenant_id, sender, day) do update set bytes = d.bytes + $3, files = d.files + 1
      returning bytes, files
  )
  select used_bytes - $3 as company, limit_bytes as "companyLimit", bytes - $3 as bytes,
    files - 1 as files from company, person`;

/**
 * Counts a file of `size` bytes; throws QUOTA_... when it is too much. The company's count stays
 * locked until the end of the transaction, so that uploads at the same time cannot pass the limit
 * together: call it last.
 */
export async function takeSpace(
  tx: TenantTx,
  sender: string,
  size: number,
  quota: Quota,
): Promise<void> {
  const [counts] = await tx.query<Counts>(TAKE_SQL, [tx.tenant.id, sender, size]);
  if (counts) requireWithin(counts, quota, size);
}

/** Gives back the space of files that are removed. */
export async function giveSpace(tx: TenantTx, bytes: number): Promise<void> {
  await tx.run(
    'update storage.space set used_bytes = greatest(0, used_bytes - $2) where tenant_id = $1',
    [tx.tenant.id, bytes],
  );
}

/** What the company's files take and may take, in bytes. */
export async function spaceOf(
  tx: TenantTx,
  quota: Quota,
): Promise<{ used: number; limit: number }> {
  const [row] = await tx.query<{ used: string; own: string | null }>(
    'select used_bytes as used, limit_bytes as own from storage.space where tenant_id = $1',
    [tx.tenant.id],
  );
  return { used: Number(row?.used ?? 0), limit: Number(row?.own ?? quota.company) };
}
