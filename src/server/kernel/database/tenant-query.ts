import pg from 'pg';
import { patienceFor, type TimeLimit } from '../budgets.ts';
import { ANONYMOUS_ROLE, type PiggybackQuery } from '../tenant.ts';

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

/**
 * The same with limits of its own, also where no session remembers any; the order of rows is the
 * planner's, as there.
 */
const ENTER_LIMITED_TEXT = `select
  where set_config('role', $1, true) || set_config('huozi.tenant', $2, true)
    || set_config('statement_timeout', $3, true) || set_config('lock_timeout', $4, true)
    || set_config('synchronize_seqscans', 'off', true)
    || case when $5::boolean then set_config('transaction_read_only', 'on', true) else '' end
      is null`;

/** The parts of node-postgres' wire connection that a query writes to. */
interface Wire {
  parse(statement: { name: string; text: string; types: readonly number[] }): void;
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
 * connection, unless it is pooled and remembers nothing (see ConnectionsOptions). `limit` replaces
 * the connection's.
 */
export interface TenantEntry {
  readonly role: string;
  readonly tenantId: string;
  /** PostgreSQL refuses every write. */
  readonly isReadOnly: boolean;
  readonly piggyback?: PiggybackQuery | undefined;
  readonly limit?: TimeLimit | undefined;
  readonly isPooled?: boolean;
}

/** A statement that travels in front of a query; without a name it is parsed each time. */
interface Leading {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  onResult?(found: string | null): void;
}

/** What travels in front of a query, in order. The piggyback query runs as the anonymous role. */
function leadingOf(entry: TenantEntry): Leading[] {
  const { role, tenantId, isReadOnly, piggyback, limit, isPooled } = entry;
  if (!limit) {
    const values = [role, tenantId, String(isReadOnly)];
    const enter = { name: ENTER_NAME, text: ENTER_TEXT, values };
    return piggyback ? [piggyback, enter] : [enter];
  }
  const limits = [String(limit.statementMs), String(limit.lockMs)];
  const enter = (as: string, tenant: string, nothingWritten = false): Leading => ({
    text: ENTER_LIMITED_TEXT,
    values: [as, tenant, ...limits, String(nothingWritten)],
  });
  if (!piggyback) return [enter(role, tenantId, isReadOnly)];
  if (!isPooled) return [piggyback, enter(role, tenantId, isReadOnly)];
  const { text, values } = piggyback;
  const confirm = { text, values, onResult: piggyback.onResult.bind(piggyback) };
  return [enter(ANONYMOUS_ROLE, ''), confirm, enter(role, tenantId, isReadOnly)];
}

/**
 * One statement under a tenant's role in ONE round trip: Bind/Execute of the entering statement and
 * of the query itself travel before a single Sync, and PostgreSQL runs everything before a Sync as
 * one transaction. If entering fails the query is never run, and the role ends with the
 * transaction. A piggyback query goes first, while the connection still has the anonymous role.
 */
export class EnteringQuery extends Base {
  /** How long node-postgres waits for the answer; the connection's patience when undefined. */
  readonly query_timeout: number | undefined;
  /** Those whose completion is still to come. */
  readonly #leading: Leading[];
  #found: string | null = null;

  constructor(entrance: TenantEntry, config: pg.QueryConfig, done: Done) {
    super(config, config.values ?? [], done);
    this.#leading = leadingOf(entrance);
    this.query_timeout = entrance.limit && patienceFor(entrance.limit);
  }

  /** Always the extended protocol: a simple query would be a transaction of its own. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    for (const { name, text, values } of this.#leading) {
      if (name === undefined) wire.parse({ name: '', text, types: [] });
      wire.bind({ portal: '', statement: name ?? '', values: [...values] });
      wire.execute({ portal: '' });
    }
    super.prepare(wire);
  }

  /** Entering answers no row, so a row before the query's own belongs to the piggyback query. */
  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#leading.length > 0) this.#found = message.fields[0] ?? null;
    else super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    const done = this.#leading.shift();
    if (done) done.onResult?.(this.#found);
    else super.handleCommandComplete(message, wire);
  }
}
