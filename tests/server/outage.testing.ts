import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { ROLE_ADMIN } from '../../src/server/kernel/index.ts';
import { verifyChain } from '../../src/server/log/index.ts';
import type { Auth, TestServer } from '../../src/server/testing.ts';
import { addMember, DEMO_PASSWORD, hashPassword } from '../../src/server/upm/index.ts';

const OBJECT = 'outage';
const PAUSE_MS = 20;
const WRITERS = 4;
const READERS = 4;
/**
 * Each another administrator: what is done in the administration of one company takes its turn in
 * one log.
 */
const ADMINISTRATORS = ['admin', 'outage.second', 'outage.third'];

/**
 * What clients were answered: how many of each code, the longest wait, the names of the records and
 * the titles of the departments that were acknowledged.
 */
export interface Served {
  readonly codes: Map<number, number>;
  slowestMs: number;
  readonly acknowledged: string[];
  readonly depts: string[];
}

/**
 * What there is of the departments clients made: the departments themselves, and the lines of the
 * operation log about them.
 */
export interface Kept {
  readonly depts: readonly string[];
  readonly lines: readonly string[];
  readonly problem: string;
}

/**
 * Clients that continue after any answer: some write records, some list them, some make
 * departments.
 */
export class Clients {
  readonly #server: TestServer;
  readonly #people: readonly Auth[];
  readonly #administrators: readonly Auth[];
  readonly served: Served = { codes: new Map(), slowestMs: 0, acknowledged: [], depts: [] };
  #going = true;
  #running: Promise<void>[] = [];

  private constructor(
    server: TestServer,
    people: readonly Auth[],
    administrators: readonly Auth[],
  ) {
    this.#server = server;
    this.#people = people;
    this.#administrators = administrators;
  }

  /** Signs people in and defines the object they work on. */
  static async prepare(server: TestServer): Promise<Clients> {
    const people = await Promise.all(
      ['builder', 'admin', 'user'].map((account) => server.signIn(account)),
    );
    const describe = {
      apiName: OBJECT,
      label: '停机',
      fields: [{ apiName: 'name', label: '名称', type: 'text' as const }],
    };
    await server.call('bizmeta.describe.create', { describe }, people[0]);
    await enrolAdministrators(server);
    return new Clients(
      server,
      people,
      await Promise.all(ADMINISTRATORS.map((account) => server.signIn(account))),
    );
  }

  start(): void {
    this.#running = [
      ...Array.from({ length: WRITERS }, (_, i) =>
        this.#repeat(() => this.#write(this.#person(i))),
      ),
      ...Array.from({ length: READERS }, (_, i) => this.#repeat(() => this.#list(this.#person(i)))),
      ...this.#administrators.map((as) => this.#repeat(() => this.#addDept(as))),
    ];
  }

  async stop(): Promise<Served> {
    this.#going = false;
    await Promise.all(this.#running);
    return this.served;
  }

  count(code: number): number {
    return this.served.codes.get(code) ?? 0;
  }

  /** How often each acknowledged record is there. */
  async found(): Promise<number[]> {
    const rows = await this.#server.db.withOwner(async (tx) => {
      const [object] = await tx.query<{ no: number }>(
        'select no from bizmeta.object where api_name = $1',
        [OBJECT],
      );
      const [field] = await tx.query<{ no: number }>(
        `select f.no from bizmeta.field f join bizmeta.object o on o.id = f.object_id
          where o.api_name = $1 and f.api_name = 'name'`,
        [OBJECT],
      );
      return tx.query<{ name: string }>(
        `select f_${field!.no} as name from t_${this.#server.demo.tenant.no}.o_${object!.no}`,
      );
    });
    const counts = new Map<string, number>();
    for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
    return this.served.acknowledged.map((name) => counts.get(name) ?? 0);
  }

  /**
   * Departments of these clients and of those before them, with their lines, and what is wrong with
   * the chain of the log.
   */
  async kept(): Promise<Kept> {
    const {
      db,
      demo: { tenant },
    } = this.#server;
    const titles = (sql: string) =>
      db.withOwner(
        async (tx) =>
          (await tx.query<{ title: string }>(sql, [tenant.id])).map(({ title }) => title),
        tenant.id,
      );
    const { problem } = await db.withOwner((tx) => verifyChain(tx, tenant.id));
    return {
      depts: await titles(
        `select title from upm.dept where tenant_id = $1 and title ~ '^[0-9a-f-]{36}$'
          order by title`,
      ),
      lines: await titles(
        `select detail->>'title' as title from log.operation where tenant_id = $1
          and call_id = 'upm.org.addOrgGroup' and code = 200 order by title`,
      ),
      problem,
    };
  }

  #person(i: number): Auth {
    return this.#people[i % this.#people.length]!;
  }

  async #repeat(ask: () => Promise<number>): Promise<void> {
    while (this.#going) {
      const since = performance.now();
      const code = await ask();
      this.served.slowestMs = Math.max(this.served.slowestMs, performance.now() - since);
      this.served.codes.set(code, this.count(code) + 1);
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  }

  async #write(as: Auth): Promise<number> {
    const name = randomUUID();
    const { code } = await this.#server.call(
      'bizmeta.record.bulkCreate',
      { object: OBJECT, requestId: name, records: [{ name }] },
      as,
    );
    if (code === 200) this.served.acknowledged.push(name);
    return code;
  }

  async #addDept(as: Auth): Promise<number> {
    const title = randomUUID();
    const { code } = await this.#server.call('upm.org.addOrgGroup', { title }, as);
    if (code === 200) this.served.depts.push(title);
    return code;
  }

  async #list(as: Auth): Promise<number> {
    return (await this.#server.call('bizmeta.record.list', { object: OBJECT, size: 20 }, as)).code;
  }
}

/** Makes the administrators who are not there yet. */
async function enrolAdministrators({ db, demo: { tenant } }: TestServer): Promise<void> {
  const passwordHash = await hashPassword(db, DEMO_PASSWORD);
  await db.withOwner(async (tx) => {
    for (const account of ADMINISTRATORS) {
      const known = await tx.query('select from upm.app_user where account = $1', [account]);
      if (known.length === 0)
        await addMember(tx, tenant, {
          account,
          realName: account,
          passwordHash,
          roles: [ROLE_ADMIN],
        });
    }
  }, tenant.id);
}

/** A network between the server and its database, which can fall silent or break. */
export class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #state: 'up' | 'silent' | 'down' = 'up';

  private constructor(target: () => Socket) {
    this.#server = createServer((near) => this.#join(near, target()));
  }

  /** Leads to the database of a URL; its own address is `via`. */
  static async to(url: string): Promise<Network> {
    const { hostname, port, searchParams } = new URL(url.replace('@/', '@localhost/'));
    const folder = searchParams.get('host');
    const number = Number(searchParams.get('port') ?? (port || '5432'));
    const network = new Network(() =>
      folder?.startsWith('/')
        ? connect(`${folder}/.s.PGSQL.${number}`)
        : connect(number, folder ?? hostname),
    );
    await new Promise<void>((resolve) => {
      network.#server.listen(0, '127.0.0.1', resolve);
    });
    return network;
  }

  /** The same database, by way of this network. */
  via(url: string): string {
    const own = new URL(url.replace('@/', '@localhost/'));
    for (const name of ['host', 'port']) own.searchParams.delete(name);
    own.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return own.href;
  }

  /** Nothing arrives any more, and neither side is notified. */
  silence(): void {
    this.#state = 'silent';
    for (const socket of this.#sockets) socket.pause();
  }

  /** Every connection breaks, and new ones are refused. */
  cut(): void {
    this.#state = 'down';
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#state = 'up';
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        to.write(bytes);
      });
      if (this.#state === 'silent') from.pause();
      if (this.#state === 'down') from.destroy();
    }
  }
}
