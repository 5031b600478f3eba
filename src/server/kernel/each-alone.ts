import type { Database } from './database/database.ts';

/**
 * Does work for each, one after the other; answers the sum of what it answered. What fails is
 * reported and keeps none of the others from theirs. Throws UNAVAILABLE once the database is away.
 */
export async function eachAlone<T>(
  db: Pick<Database, 'ready'>,
  all: readonly T[],
  work: (one: T) => Promise<number | void>,
  failed: (error: unknown, one: T) => void,
): Promise<number> {
  let sum = 0;
  for (const one of all)
    try {
      sum += (await work(one)) ?? 0;
    } catch (error) {
      failed(error, one);
      await db.ready();
    }
  return sum;
}
