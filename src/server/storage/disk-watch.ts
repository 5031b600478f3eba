import { bytesText } from '../../contract/index.ts';
import {
  postMessage,
  diskSpaceOf,
  type Database,
  type Logger,
  type DiskSpace,
  type DiskSpaceState,
} from '../kernel/index.ts';
import { adminIds, operatingTenant } from '../upm/index.ts';

const POLL_MS = 60_000;
/**
 * A state is left for a better one at this much above its limit: a disk that stays at the limit is
 * reported once.
 */
const HYSTERESIS = 1.1;
const RANK: Readonly<Record<DiskSpaceState, number>> = { ok: 0, low: 1, full: 2 };

/** What is looked at: the disk of `dataDir`; `measure` measures it. */
export interface DiskWatchOptions {
  readonly db: Database;
  readonly dataDir: string;
  readonly log: Logger;
  readonly measure?: (path: string) => Promise<DiskSpace>;
}

function stateAfter(was: DiskSpaceState, { state, free, low, reserve }: DiskSpace): DiskSpaceState {
  if (RANK[state] >= RANK[was]) return state;
  if (was === 'full' && free < reserve * HYSTERESIS) return 'full';
  return free < low * HYSTERESIS ? 'low' : 'ok';
}

function messageOf(state: DiskSpaceState, { free, total, reserve }: DiskSpace): string {
  const room = `剩余 ${bytesText(free)}，共 ${bytesText(total)}`;
  return state === 'full'
    ? `磁盘空间已用尽（${room}），已停止接收文件。请立即扩大磁盘或清理文件，详情见「系统管理 / 存储空间」`
    : `磁盘空间不足（${room}）。低于 ${bytesText(reserve)} 时将停止接收文件，请尽快扩大磁盘或清理文件，详情见「系统管理 / 存储空间」`;
}

/**
 * Stores the state in the database and, when it became worse, sends a message to the administrators
 * of the company that runs the installation: once, by the first of several processes that sees it,
 * also after a restart. False while there is no company.
 */
async function storeState(db: Database, state: DiskSpaceState, room: DiskSpace): Promise<boolean> {
  const tenant = await operatingTenant(db);
  if (!tenant) return false;
  await db.withOwner(async (tx) => {
    const [before] = await tx.query<{ state: DiskSpaceState }>(
      'select state from storage.disk for update',
    );
    if (!before || before.state === state) return;
    await tx.run('update storage.disk set state = $1, changed_at = now()', [state]);
    if (RANK[state] < RANK[before.state]) return;
    const userIds = await adminIds(tx, tenant.id);
    if (userIds.length > 0)
      await postMessage(tx, tenant.id, 'message', {
        userIds,
        typeCode: 'storage_low',
        content: messageOf(state, room),
      });
  }, tenant.id);
  return true;
}

const storedState = async (db: Database): Promise<DiskSpaceState> =>
  (
    await db.withOwner((tx) =>
      tx.query<{ state: DiskSpaceState }>('select state from storage.disk'),
    )
  )[0]?.state ?? 'ok';

/**
 * Looks at the free space of the data folder's disk; a change of its state is logged and reported
 * once.
 */
export class DiskWatch {
  readonly #watched: DiskWatchOptions;
  #logged: DiskSpaceState = 'ok';
  #state: DiskSpaceState | undefined;

  constructor(watched: DiskWatchOptions) {
    this.#watched = watched;
  }

  async look(): Promise<void> {
    const { db, dataDir, measure = diskSpaceOf } = this.#watched;
    const room = await measure(dataDir);
    // On a full disk the database may refuse: the log line is written in any case, the rest is
    // tried again.
    this.#log(stateAfter(this.#logged, room), room);
    const was = this.#state ?? (await storedState(db));
    const state = stateAfter(was, room);
    if (state === was || (await storeState(db, state, room))) this.#state = state;
  }

  #log(storage: DiskSpaceState, { free, total }: DiskSpace): void {
    if (storage === this.#logged) return;
    this.#logged = storage;
    const { log, dataDir } = this.#watched;
    const line = { storage, free, total, dataDir };
    if (storage === 'full') log.error(line, 'storage: the disk is full, files are refused');
    else if (storage === 'low') log.warn(line, 'storage: the disk is getting full');
    else log.info(line, 'storage: the disk has room again');
  }
}

/**
 * Looks every minute, first a minute after the start, which is busy enough; answers how to end it.
 */
export function watchDisk(watched: DiskWatchOptions): () => Promise<void> {
  const watch = new DiskWatch(watched);
  let looking: Promise<void> | undefined;
  const look = (): void => {
    looking ??= watch
      .look()
      .catch((error: unknown) => watched.log.warn({ err: error }, 'storage'))
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(look, POLL_MS).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
