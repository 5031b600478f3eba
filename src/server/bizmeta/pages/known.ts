import type { PageGrant } from '../../../contract/index.ts';
import {
  PageRecords,
  schemaHash,
  pageWithoutFields,
  type PageDocument,
} from '../../../page/index.ts';
import { AppError, type Database, type Scope } from '../../kernel/index.ts';
import type { People } from '../access/people.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Library, ServedPage } from '../library/library.ts';
import type { Catalog, Query } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';

/** Documents one process remembers: which objects they name, and what they are without fields. */
const MAX_KNOWN = 500;

/** Names of fields by their object. */
type Hidden = ReadonlyMap<string, readonly string[]>;

class KnownPages {
  readonly #objects = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();

  objects(hash: string, find: () => readonly string[]): readonly string[] {
    return remembered(this.#objects, hash, find);
  }
  text(key: string, make: () => string): string {
    return remembered(this.#texts, key, make);
  }
}
function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  if (known.size >= MAX_KNOWN && !known.has(key)) known.clear();
  known.set(key, found);
  return found;
}

interface Served {
  readonly db: Database;
  readonly people: People;
  readonly catalog: Catalog;
  readonly library: Library;
}

/**
 * A company's page as the person may know it: without fields they neither read nor write. The
 * program's pages name no field, and generated ones are made for the person.
 */
export async function knownPage<P extends ServedPage & PageGrant>(
  server: Served,
  scope: Scope,
  page: P,
): Promise<P> {
  if (page.origin === 'program') return page;
  const query: Query = (text, values) => server.db.readTenant(scope, text, values);
  const access = await server.people.accessOf(scope, query);
  if (!access?.isLimited) return page;
  const known = server.db.state.of(KnownPages);
  const document = (): PageDocument => JSON.parse(page.text) as PageDocument;
  const named = known.objects(page.hash, () => objectsNamed(document(), server.library));
  const tables = await wholeTables(server.catalog, scope, named);
  const hidden = hiddenIn([...tables.values()], access);
  if (hidden.size === 0) return page;
  const hash = `${page.hash}-${schemaHash([...hidden])}`;
  const text = known.text(hash, () =>
    JSON.stringify(
      pageWithoutFields(document(), hidden, {
        catalogues: server.library,
        target: (object, field) => tables.get(object)?.columns.get(field)?.field.refObject,
      }),
    ),
  );
  return { ...page, text, hash };
}

function objectsNamed(document: PageDocument, library: Library): string[] {
  const { forms, lists } = new PageRecords(document, library);
  return [...new Set([...forms.values(), ...lists.values()])];
}

/** The objects of these names that are there, and those their lookups lead to. */
async function wholeTables(
  catalog: Catalog,
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, ObjectTable>> {
  const tables = new Map<string, ObjectTable>();
  for (const name of names) {
    const view = await catalog.wholeView(scope, name).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!view) continue;
    tables.set(name, view.table);
    for (const { refObject } of view.table.describe.fields) {
      const target = refObject && view.target(refObject);
      if (target && !tables.has(refObject)) tables.set(refObject, target);
    }
  }
  return tables;
}

function hiddenIn(tables: readonly ObjectTable[], access: PersonAccess): Hidden {
  return new Map(
    tables.flatMap((table): [string, string[]][] => {
      const { apiName, fields } = table.describe;
      if (access.isOpen(apiName)) return [];
      const shown = new Set(access.describeOf(table).fields.map((field) => field.apiName));
      const names = fields.map((field) => field.apiName).filter((name) => !shown.has(name));
      return names.length > 0 ? [[apiName, names]] : [];
    }),
  );
}
