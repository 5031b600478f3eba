import { randomBytes } from 'node:crypto';
import type { Database } from './database/database.ts';

const BYTES = 32;

/**
 * The key of this name every process of the installation signs with; made by the first that asks
 * for it.
 */
export async function sharedKey(db: Database, name: string): Promise<Buffer> {
  return db.withOwner(async (tx) => {
    await tx.run(
      'insert into kernel.shared_key (name, value) values ($1, $2) on conflict do nothing',
      [name, randomBytes(BYTES)],
    );
    const [row] = await tx.query<{ value: Buffer }>(
      'select value from kernel.shared_key where name = $1',
      [name],
    );
    return row!.value;
  });
}
