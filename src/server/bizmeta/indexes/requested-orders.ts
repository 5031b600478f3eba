import type { Database, Scope } from '../../kernel/index.ts';
import { definitionOf } from './definition.ts';
import { needsOf, type ListShape } from './needs.ts';

/** Requests after which a list counts as used. */
const OFTEN = 3;
/** Most kinds of lists one process counts; counting starts again when there are more. */
const MAX_COUNTED = 2_000;
/** Most orders lists may request of one object, indexed or not. */
const MAX_ASKED = 24;
/** A request is stored at most once in this time. */
const WRITE_EVERY_MS = 24 * 3_600_000;

const PUT = `INSERT INTO bizmeta.object_index (tenant_id, object_id, key, definition, reason, rank,
  state)
  SELECT $1, $2, $3, $4, 'asked', 99, 'unwanted'
  WHERE (SELECT count(*) FROM bizmeta.object_index WHERE tenant_id = $1
    AND object_id = $2) < ${MAX_ASKED}
  ON CONFLICT (tenant_id, object_id, key) DO UPDATE SET asked_at = now()`;

interface Count {
  times: number;
  writtenAt: number;
}

/** Counts in this process which orders and searches lists request; frequent ones are stored. */
export class RequestedOrders {
  readonly #db: Database;
  readonly #counts = new Map<string, Count>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts a list; returns the pending write when something was requested often enough. */
  note(scope: Scope, looked: ListShape): Promise<unknown> | undefined {
    const object = `${scope.tenant.id} ${looked.table.no}`;
    const often = needsOf(looked).filter((key) => this.#isOften(`${object} ${key}`));
    return often.length === 0 ? undefined : this.#write(scope, looked, often);
  }

  #isOften(what: string): boolean {
    if (this.#counts.size >= MAX_COUNTED) this.#counts.clear();
    const count = this.#counts.get(what) ?? { times: 0, writtenAt: 0 };
    this.#counts.set(what, count);
    count.times += 1;
    if (count.times < OFTEN || Date.now() - count.writtenAt < WRITE_EVERY_MS) return false;
    count.writtenAt = Date.now();
    return true;
  }

  #write({ tenant }: Scope, { table }: ListShape, keys: readonly string[]): Promise<unknown> {
    return this.#db.withTenant({ tenant }, async (tx) => {
      for (const key of keys) {
        const definition = definitionOf(table, key);
        if (definition !== undefined)
          await tx.run(PUT, [tenant.id, table.describe.id, key, definition]);
      }
    });
  }
}
