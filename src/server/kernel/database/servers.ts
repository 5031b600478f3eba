import pg from 'pg';
import { FIND_PRIMARY_MS, PROBE_MS } from '../budgets.ts';

/** How to reach a database; `Client` chooses where it is more than one server. */
export type Connection = pg.PoolConfig;
export type ConnectionOfOne = pg.ClientConfig & Pick<Connection, 'Client'>;

/** Between two rounds of asking all servers, in milliseconds. */
const PAUSE_MS = 200;
const SCHEME = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/;

/** The addresses of an address with several hosts, `postgres://user@a:5432,b:5432/name`. */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = SCHEME.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The connection of an address, with one host or several of which one takes writes. */
export function connectionOf(url: string): Connection {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return { connectionString: url };
  return { connectionString: addresses[0]!, Client: clientOf(new Servers(addresses)) };
}

/** One connection, to the server that takes writes. */
export function newClient({ Client = pg.Client, ...config }: ConnectionOfOne): pg.Client {
  return new (Client as typeof pg.Client)(config);
}

/** What node-postgres has below a client. */
interface Below {
  readonly connection: {
    readonly stream: { destroy(): void };
    on(
      event: 'parameterStatus',
      hear: (status: { parameterName: string; parameterValue: string }) => void,
    ): void;
  };
}
const below = (client: pg.Client): Below['connection'] => (client as unknown as Below).connection;

/**
 * The servers of one database, one of which takes writes. New connections go to that one. When a
 * connection ends or cannot be made, all are asked; when another takes writes now, those to the
 * former one are ended. Which server may take writes is decided outside, by who promotes a standby.
 */
class Servers {
  readonly #addresses: readonly string[];
  readonly #clients = new Map<pg.Client, string>();
  #address: string;
  #isLooking = false;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
    this.#address = addresses[0]!;
  }

  /** Of the server in charge. */
  get address(): string {
    return this.#address;
  }

  /** A new client, made for the server in charge. */
  watch(client: pg.Client): void {
    this.#clients.set(client, this.#address);
    below(client).on('parameterStatus', ({ parameterName, parameterValue }) => {
      // A standby reads only: what was acknowledged elsewhere may be missing there.
      if (parameterName === 'in_hot_standby' && parameterValue === 'on')
        below(client).stream.destroy();
    });
    client.once('end', () => {
      this.#clients.delete(client);
      if (!this.#isLooking) void this.#look();
    });
  }

  /** Asks all servers until one takes writes; the one in charge goes first. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    const until = Date.now() + FIND_PRIMARY_MS;
    while (!(await this.#find()) && Date.now() < until)
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS).unref();
      });
    this.#isLooking = false;
  }

  /** Whether a server takes writes; it is in charge then. */
  async #find(): Promise<boolean> {
    const writable = await Promise.all(this.#addresses.map(takesWrites));
    const found = this.#addresses.filter((_, i) => writable[i]);
    if (found[0] !== undefined && !found.includes(this.#address)) this.#takeOver(found[0]);
    return found.length > 0;
  }

  #takeOver(address: string): void {
    this.#address = address;
    for (const [client, at] of this.#clients) if (at !== address) below(client).stream.destroy();
  }
}

/** The class of clients that connect to the server in charge. */
const clientOf = (servers: Servers): typeof pg.Client =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      const given = typeof config === 'string' ? {} : config;
      super({ ...given, connectionString: servers.address });
      servers.watch(this);
    }
  };

/** Whether a server answers and takes writes. */
async function takesWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'huozi-servers',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    );
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
