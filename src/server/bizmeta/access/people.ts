import { AppError, type Scope, type TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry, PersonView, Query } from '../meta/catalog.ts';
import { loadAccess } from './groups-of.ts';
import { PersonAccess } from './person-access.ts';

/**
 * People of all companies whose access one process remembers, some 50 kB each with the objects they
 * use; the one read first goes first.
 */
const MAX_PEOPLE = 1_000;

interface Remembered {
  readonly rights: number;
  readonly access: PersonAccess;
  /** When a share with the person ends: what they may do is another then, and no counter says so. */
  readonly until: number;
}

type Asker = Pick<Scope, 'tenant' | 'session'>;

/**
 * What each person may do with records. Remembered until the counter of their company, which travels
 * with every session, says that groups, roles, departments or members have changed.
 */
export class People implements PersonView {
  readonly #known = new Map<string, Remembered>();

  /** Null for those who may do everything: builders, and what the server does by itself. */
  async accessOf({ tenant, session }: Asker, query: Query): Promise<PersonAccess | null> {
    if (!session || session.isBuilder) return null;
    const key = `${tenant.id} ${session.userId}`;
    const known = this.#known.get(key);
    const isCurrent = known?.rights === session.rightsVersion && performance.now() < known.until;
    if (known && isCurrent) return known.access;
    const asked = performance.now();
    const loaded = await loadAccess(query, tenant, session.userId);
    const access = new PersonAccess(session.userId, loaded);
    const until = asked + (loaded.lasts ?? Number.POSITIVE_INFINITY);
    this.#remember(key, { rights: loaded.rights, access, until });
    return access;
  }

  #remember(key: string, remembered: Remembered): void {
    this.#known.delete(key);
    this.#known.set(key, remembered);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_PEOPLE && oldest !== undefined) this.#known.delete(oldest);
  }

  /** The same inside a transaction. */
  accessIn(tx: TenantTx): Promise<PersonAccess | null> {
    return this.accessOf(tx, (text, values) => tx.query(text, values));
  }

  /** What a member may do as of now, who is no builder: for work that goes on without a session. */
  async accessOfMember(tx: TenantTx, userId: string): Promise<PersonAccess> {
    const loaded = await loadAccess((text, values) => tx.query(text, values), tx.tenant, userId);
    return new PersonAccess(userId, loaded);
  }

  async of(asker: Asker, view: ObjectCatalogEntry, query: Query): Promise<ObjectCatalogEntry> {
    const access = await this.accessOf(asker, query);
    return forThose(access, view, (object) => access!.has(object, 'view'));
  }

  async met(asker: Asker, view: ObjectCatalogEntry, query: Query): Promise<ObjectCatalogEntry> {
    const access = await this.accessOf(asker, query);
    return forThose(access, view, (object) => access!.opens(object));
  }
}

/** The object as the person sees it, if they may. */
function forThose(
  access: PersonAccess | null,
  view: ObjectCatalogEntry,
  may: (object: string) => boolean,
): ObjectCatalogEntry {
  if (!access) return view;
  const { apiName, label } = view.table.describe;
  if (!may(apiName)) throw new AppError('NO_ACCESS', { label });
  return seenBy(access, view);
}

/** The object, and those it refers to, as a person sees them; the same answer for the same entry. */
export function seenBy(access: PersonAccess, view: ObjectCatalogEntry): ObjectCatalogEntry {
  const table = access.tableOf(view.table);
  if (table === view.table) return view;
  return {
    version: view.version,
    entry: view.entry,
    table,
    target(apiName) {
      const target = view.target(apiName);
      return target && access.tableOf(target);
    },
  };
}
