import type { Config } from './config.ts';
import type { Logger } from './context.ts';
import type { Database } from './database/database.ts';
import type { Routes } from './http/route.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { ServiceMigrations } from './migrate.ts';
import type { Scope } from './tenant.ts';

/** What a service is given to live on. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly routes: Routes;
  /** Work that goes on behind the answers; a service says in its start how its kinds are done. */
  readonly jobs: JobRunner;
  /**
   * Address of a proxy that requests came through although TRUST_PROXY is not set; undefined when
   * none did since the start.
   */
  readonly unnamedProxy: () => string | undefined;
}

/** What a demo seed works on: the demo tenant and someone to be its author. */
export interface DemoSeed extends Scope {
  readonly db: Database;
  /** The account admin; author of seeded rows. */
  readonly adminId: string;
  /** Members of the tenant in a stable order, for owners and people fields. */
  readonly userIds: readonly string[];
  readonly deptIds: readonly string[];
  /** User ids by account, of those a visitor may sign in as. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Department ids by title. */
  readonly depts: ReadonlyMap<string, string>;
  /** Members of the sales departments, who own customers. */
  readonly sellers: readonly { readonly id: string; readonly deptId: string }[];
  readonly progress: (text: string) => void;
}

/** What a service runs in one server. */
export interface StartedService {
  /** Called before the server stops: ends answers that would never end by themselves (streams). */
  quit?(): void;
  /** Releases what `start` took. */
  stop?(): Promise<void>;
}

/** A service as main composes it. The list in src/server/services.ts runs from left to right. */
export interface Service {
  readonly name: string;
  readonly migrations: ServiceMigrations;
  /**
   * Registers the service's calls and loads what it needs; called once a server, after the
   * migrations. What it leaves running is answered, not remembered: two servers in one process
   * share nothing.
   */
  start(kernel: Kernel): StartedService | void | Promise<StartedService | void>;
  /**
   * Fills the demo tenant in demo mode, part by part, in the order of the services. A part is
   * filled once per database; its name is recorded when it is done. A version may bring more parts.
   */
  readonly demo?: Readonly<Record<string, (seed: DemoSeed) => Promise<void>>>;
}
