import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { MAX_FILE_BYTES, type AttachmentRef } from '../../contract/index.ts';
import {
  AppError,
  filePart,
  requireDiskSpace,
  type Context,
  type Database,
  type FilePart,
  type Scope,
  type TenantTx,
} from '../kernel/index.ts';
import { DRAFT_SUFFIX, filesDir, pathOf, publishFile, writeDraft } from './disk.ts';
import { cleanName } from './file-name.ts';
import { mimeOf } from './mime.ts';
import { requireSpace, takeSpace, type Quota } from './quota.ts';

const MEGABYTE = 1024 * 1024;

/** Where files go, and how much they may take. */
export interface UploadStore {
  readonly db: Database;
  readonly dataDir: string;
  readonly quota: Quota;
}

/** Whose file it is, and the request that holds it. */
export interface Uploader extends Scope {
  readonly request: Context['request'];
  readonly userId: string;
}

/**
 * What is taken: how large, and of which kinds by its bytes (any when left out); what is not is
 * refused with `refuse`.
 */
export interface UploadRules {
  readonly maxBytes?: number;
  readonly mimes?: readonly string[];
  refuse?(): AppError;
  /**
   * What else is written of the file, in the transaction that makes it known: neither is there
   * without the other.
   */
  note?(tx: TenantTx, file: AttachmentRef): Promise<unknown>;
  /** The key its daily quota is counted under, for anonymous senders; the sender when left out. */
  readonly countedFor?: string;
  /** Hours it is stored without being used; two days when left out. */
  readonly keepHours?: number;
}

/**
 * A file being uploaded: its draft and its final path on disk, its path below the tenant's folder.
 */
interface FileLocation {
  readonly id: string;
  readonly path: string;
  readonly draft: string;
  readonly whole: string;
}

function newFileLocation(dataDir: string, tenantId: string): FileLocation {
  const id = uuid();
  const path = pathOf(id);
  const whole = join(filesDir(dataDir), tenantId, path);
  return { id, path, whole, draft: whole + DRAFT_SUFFIX };
}

interface Written {
  readonly file: AttachmentRef;
  readonly sha256: Buffer;
}

/** Brings the bytes to disk under the file's own name. */
async function writeFile(
  db: Database,
  part: FilePart,
  { id, draft, whole }: FileLocation,
  { maxBytes = MAX_FILE_BYTES, mimes, refuse }: UploadRules,
): Promise<Written> {
  const name = cleanName(part.name);
  const { size, sha256 } = await writeDraft(db, part.chunks, draft);
  if (part.isTruncated()) throw new AppError('FILE_TOO_LARGE', { name, max: maxBytes / MEGABYTE });
  const mime = await mimeOf(draft, name);
  if (mimes && !mimes.includes(mime)) throw refuse?.() ?? new AppError('BAD_REQUEST');
  await publishFile(draft, whole);
  return { file: { fileId: id, name, size, mime }, sha256 };
}

const INSERT = `insert into storage.file (tenant_id, id, name, size, mime, sha256, path, created_by,
  keep_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => $9))`;
const UNUSED_RETENTION_HOURS = 48;

/** Makes the file known. Throws NotKnown when only the answer to the commit is missing. */
async function register(
  { db, quota }: UploadStore,
  sender: Uploader,
  { path }: FileLocation,
  { file, sha256 }: Written,
  taking: UploadRules,
): Promise<void> {
  const { note, countedFor = sender.userId, keepHours = UNUSED_RETENTION_HOURS } = taking;
  let isDone = false;
  try {
    await db.withTenant(sender, async (tx) => {
      isDone = false;
      const { fileId, name, size, mime } = file;
      await tx.run(INSERT, [
        tx.tenant.id,
        fileId,
        name,
        size,
        mime,
        sha256,
        path,
        sender.userId,
        keepHours,
      ]);
      await note?.(tx, file);
      await takeSpace(tx, countedFor, size, quota);
      isDone = true;
    });
  } catch (error) {
    throw isDone ? new CommitUnknownError(error) : error;
  }
}

/** A file the server makes for a person, in the transaction that makes it known. */
interface MadeFile {
  readonly name: string;
  readonly mime: string;
  readonly userId: string;
  readonly keepHours: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Stores what the server made; it is the person's like one they uploaded, and counted as such. */
export async function storeMade(
  tx: TenantTx,
  { dataDir, quota }: Omit<UploadStore, 'db'>,
  { name, mime, userId, keepHours, bytes }: MadeFile,
): Promise<{ fileId: string; size: number }> {
  await requireDiskSpace(dataDir, 0);
  const { id, path, draft, whole } = newFileLocation(dataDir, tx.tenant.id);
  await tx.run('SAVEPOINT storing');
  try {
    const { size, sha256 } = await writeDraft(tx, bytes, draft);
    await publishFile(draft, whole);
    await tx.run(INSERT, [tx.tenant.id, id, name, size, mime, sha256, path, userId, keepHours]);
    await takeSpace(tx, userId, size, quota);
    return { fileId: id, size };
  } catch (error) {
    await undoStoring(tx, [draft, whole]);
    throw error;
  }
}

/** Neither a row without its bytes nor their count stays, whatever the caller goes on with. */
async function undoStoring(tx: TenantTx, paths: readonly string[]): Promise<void> {
  await tx.run('ROLLBACK TO SAVEPOINT storing');
  await Promise.all(paths.map((each) => rm(each, { force: true })));
}

/** The commit was sent and its answer did not come: the row may be there, now or in a moment. */
class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('the answer to a commit is missing', { cause });
  }
}

const isRegistered = async ({ db }: UploadStore, sender: Uploader, id: string): Promise<boolean> =>
  (
    await db.readTenant(sender, 'select from storage.file where tenant_id = $1 and id = $2', [
      sender.tenant.id,
      id,
    ])
  ).length > 0;

/**
 * Takes one uploaded file. A row never lacks its bytes: they are on disk, also after a power cut,
 * before it is written. Bytes without a row are removed here, or by the sweep when it is not known
 * whether the row was written.
 */
export async function upload(
  store: UploadStore,
  sender: Uploader,
  taking: UploadRules = {},
): Promise<AttachmentRef> {
  const length = Number(sender.request.headers['content-length'] ?? 0);
  await requireSpace(store.db, sender, taking.countedFor ?? sender.userId, length, store.quota);
  await requireDiskSpace(store.dataDir, length);
  const part = await filePart(sender.request, taking.maxBytes ?? MAX_FILE_BYTES);
  const place = newFileLocation(store.dataDir, sender.tenant.id);
  try {
    const written = await writeFile(store.db, part, place, taking);
    await register(store, sender, place, written, taking).catch(async (error: unknown) => {
      if (
        error instanceof CommitUnknownError &&
        (await isRegistered(store, sender, place.id).catch(() => false))
      )
        return;
      throw error;
    });
    return written.file;
  } catch (error) {
    if (error instanceof CommitUnknownError) throw error.cause;
    await Promise.all([place.draft, place.whole].map((each) => rm(each, { force: true })));
    throw error;
  }
}
