import pg from 'pg';
import type { PiggybackQuery } from '../tenant.ts';

/** Name of the statement every request connection prepares when it opens. */
export const ENTER_NAME = 'huozi_enter';
/**
 * Enters a tenant for the rest of the transaction: its role, the setting that row-level security
 * reads, and whether nothing may be written ($3). The condition is never true, so no row comes
 * back; an unknown role is an error, after which the server skips to the next Sync.
 */
export const ENTER_TEXT = `select
  where set_config('role', $1, true) || set_config('huozi.tenant', $2, true)
    || case when $3::boolean then set_config('transaction_read_only', 'on', true) else '' end
      is null`;

/** The parts of node-postgres' wire connection that a query writes to. */
interface Wire {
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  execute(config: { portal: string }): void;
}
interface Internals {
  prepare(wire: Wire): void;
  requiresPreparation(): boolean;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
// The types of node-postgres do not name the hooks of Query; its source does, and the tests of
// tenant isolation guard them.
const Base = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: unknown[],
  done: Done,
) => pg.Submittable & Internals;
type Done = (error: Error | undefined, result: pg.QueryResult) => void;

/**
 * The role a query enters as, and what travels in front of it. `piggyback` must be prepared on the
 * connection.
 */
export interface TenantEntry {
  readonly role: string;
  readonly tenantId: string;
  /** PostgreSQL refuses every write. */
  readonly isReadOnly: boolean;
  readonly piggyback?: PiggybackQuery | undefined;
}

/**
 * One statement under a tenant's role in ONE round trip: Bind/Execute of the entering statement and
 * of the query itself travel before a single Sync, and PostgreSQL runs everything before a Sync as
 * one transaction. If entering fails the query is never run, and the role ends with the
 * transaction. A piggyback query goes first, while the connection still has the anonymous role.
 */
export class EnteringQuery extends Base {
  /** Completions still to come before the query's own. */
  #completionsBefore: number;
  #piggybackResult: string | null = null;
  readonly #entrance: TenantEntry;

  constructor(entrance: TenantEntry, config: pg.QueryConfig, done: Done) {
    super(config, config.values ?? [], done);
    this.#entrance = entrance;
    this.#completionsBefore = entrance.piggyback ? 2 : 1;
  }

  /** Always the extended protocol: a simple query would be a transaction of its own. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    const { role, tenantId, isReadOnly, piggyback } = this.#entrance;
    const first = (statement: string, values: readonly unknown[]): void => {
      wire.bind({ portal: '', statement, values: [...values] });
      wire.execute({ portal: '' });
    };
    if (piggyback) first(piggyback.name, piggyback.values);
    first(ENTER_NAME, [role, tenantId, String(isReadOnly)]);
    super.prepare(wire);
  }

  /** Entering answers no row, so a row before the query's own belongs to the piggyback query. */
  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#completionsBefore > 0) this.#piggybackResult = message.fields[0] ?? null;
    else super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#completionsBefore === 0) super.handleCommandComplete(message, wire);
    else if (this.#completionsBefore-- === 2)
      this.#entrance.piggyback?.onResult(this.#piggybackResult);
  }
}
