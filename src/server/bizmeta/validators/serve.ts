import type { AnySchema } from 'ajv';
import type { ObjectDescribe } from '../../../contract/index.ts';
import { recordSchema } from '../../../page/index.ts';
import { AppError, RawResponse, type Database, type Scope } from '../../kernel/index.ts';
import { moduleText } from './module-text.ts';

/** Modules and names one process caches; the oldest is dropped first. */
const MAX_KEPT = 500;

class Kept<T> {
  readonly #map = new Map<string, T>();
  get(key: string): T | undefined {
    return this.#map.get(key);
  }
  set(key: string, value: T): void {
    this.#map.set(key, value);
    const [oldest] = this.#map.keys();
    if (this.#map.size > MAX_KEPT && oldest !== undefined) this.#map.delete(oldest);
  }
}

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
};

/**
 * Validator modules: the schema is registered when a describe with the module's name is returned,
 * the code is made at the first request.
 */
export class Validators {
  readonly #db: Database;
  readonly #issued = new Kept<true>();
  readonly #modules = new Kept<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Makes the describe's module available; called with every describe that is returned. */
  async issue(scope: Scope, describe: ObjectDescribe): Promise<void> {
    if (this.#issued.get(describe.validator)) return;
    // By the server itself: who asks may be viewing only.
    await this.#db.withTenant({ tenant: scope.tenant }, (tx) =>
      tx.run(
        `INSERT INTO bizmeta.validator (name, tenant_id, schema) VALUES ($1, $2, $3)
          ON CONFLICT (name) DO NOTHING`,
        [describe.validator, scope.tenant.id, JSON.stringify(recordSchema(describe))],
      ),
    );
    this.#issued.set(describe.validator, true);
  }

  /** The module; NOT_FOUND for a name that was never issued. */
  async serve(name: string): Promise<RawResponse> {
    const known = this.#modules.get(name);
    if (known !== undefined) return new RawResponse(known, HEADERS);
    const [row] = /^[0-9a-f]{40}\.js$/.test(name)
      ? await this.#db.asAnonymous<{ schema: AnySchema }>(
          'SELECT schema FROM bizmeta.validator WHERE name = $1',
          [name],
        )
      : [];
    if (!row) throw new AppError('NOT_FOUND');
    const text = moduleText(row.schema);
    this.#modules.set(name, text);
    return new RawResponse(text, HEADERS);
  }
}
