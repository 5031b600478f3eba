import pg from 'pg';

/** Name of the statement every request connection prepares when it opens. */
export const ENTER_NAME = 'huozi_enter';
/**
 * Enters a tenant for the rest of the transaction: its role, and the setting that row-level security reads. The condition
 * is never true, so no row comes back; an unknown role is an error, after which the server skips to the next Sync.
 */
export const ENTER_TEXT = `select where set_config('role', $1, true) || set_config('huozi.tenant', $2, true) is null`;

/** The parts of node-postgres' wire connection that a query writes to. */
interface Wire {
  bind(config: { portal: string; statement: string; values: unknown[] }): void;
  execute(config: { portal: string }): void;
}
interface Internals {
  prepare(wire: Wire): void;
  requiresPreparation(): boolean;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
/* The types of node-postgres do not name the hooks of Query; its source does, and tenant isolation tests guard them. */
const Base = pg.Query as unknown as new (config: pg.QueryConfig, values: unknown[], done: Done) => pg.Submittable & Internals;
type Done = (error: Error | undefined, result: pg.QueryResult) => void;

/**
 * One statement under a tenant's role in ONE round trip: Bind/Execute of the entering statement and of the query itself
 * travel before a single Sync, and PostgreSQL runs what stands before a Sync as one transaction. If entering fails the
 * query is never run, and the role ends with the transaction.
 */
export class EnteringQuery extends Base {
  #entered = false;
  readonly #role: string;
  readonly #tenantId: string;

  constructor(role: string, tenantId: string, config: pg.QueryConfig, done: Done) {
    super(config, config.values ?? [], done);
    this.#role = role;
    this.#tenantId = tenantId;
  }

  /** Always the extended protocol: a simple query would be a transaction of its own. */
  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    wire.bind({ portal: '', statement: ENTER_NAME, values: [this.#role, this.#tenantId] });
    wire.execute({ portal: '' });
    super.prepare(wire);
  }

  /** The first completion is that of the entering statement. */
  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#entered) super.handleCommandComplete(message, wire);
    this.#entered = true;
  }
}
