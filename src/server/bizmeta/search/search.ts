import type { DataOf, InputOf, Problem } from '../../../contract/index.ts';
import { foundAt } from '../../../values/index.ts';
import {
  AppError,
  bindingOnce,
  problemsError,
  SqlParameters,
  type Bind,
  type Context,
  type Database,
} from '../../kernel/index.ts';
import { HIDDEN_OBJECTS } from '../apps/navigation.ts';
import type { People } from '../access/people.ts';
import type { Catalog, ObjectCatalogEntry, Query } from '../meta/catalog.ts';
import { isOpenSql, usesClosed } from '../meta/open-object.ts';
import type { ObjectTable } from '../meta/table.ts';
import { pickedSql } from '../query/picked.ts';
import { planList } from '../query/plan.ts';
import { searchedColumns } from '../query/search.ts';

/**
 * One search over the records of many objects, a few statements after each other. What one request
 * may cost is bounded; it says where to go on, and what it left out.
 */

interface Readers {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly people: People;
}
type Answer = DataOf<'bizmeta.search'>;
type Group = Answer['groups'][number];

/** Records shown of one object, and of all. */
const GROUP_SIZE = 5;
const MAX_FOUND = 30;
/** Objects one request searches: a company may have hundreds. */
const MAX_OBJECTS = 40;
/** Objects one statement searches; a large one is searched alone, so that it may run out of time alone. */
const OBJECTS_AT_ONCE = 10;
/** After this time, in milliseconds, no further statement begins. */
const ENOUGH_MS = 2_000;
/** A describe that changed meanwhile is read again so often. */
const MAX_TRIES = 3;
/** Longest title and longest piece of another field in the answer. */
const MAX_TITLE = 200;
const AROUND = 30;

interface Searched {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly appId: string;
}
/**
 * Objects that have a place in an application: records of the others cannot be opened. Those that are
 * not open are the builders' alone ($3); hidden ones are searched when one is asked for.
 */
const OBJECTS = `SELECT o.api_name AS name, o.label, o.icon, o.app_id AS "appId"
  FROM bizmeta.object o JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.tenant_id = current_setting('huozi.tenant') AND o.deleted_at IS NULL
    AND o.parent_field IS NULL AND ($1::text IS NULL OR o.api_name = $1)
    AND ($2::text IS NULL OR o.app_id::text = $2) AND ($3 OR ${isOpenSql('o')})
    AND ($1::text IS NOT NULL OR o.id::text <> ALL(ARRAY(${HIDDEN_OBJECTS})))
  ORDER BY a.ord, a.id, o.no`;
const CATALOG_VERSION = `(SELECT version FROM bizmeta.catalog
  WHERE tenant_id = current_setting('huozi.tenant'))`;

export async function searchRecords(
  readers: Readers,
  { text: typed, object, appId, after }: InputOf<'bizmeta.search'>,
  ctx: Context,
): Promise<Answer> {
  const text = typed.trim();
  const query: Query = (sql, values) => readers.db.readTenant(ctx, sql, values);
  const access = await readers.people.accessOf(ctx, query);
  const open = await query<Searched>(OBJECTS, [object ?? null, appId ?? null, usesClosed(ctx)]);
  const objects = open.filter(({ name }) => access?.has(name, 'view') ?? true);
  const from = !after ? 0 : objects.findIndex(({ name }) => name === after) + 1;
  const asked = text === '' ? [] : objects.slice(from, from + MAX_OBJECTS);
  const search = new Search(readers, ctx, text);
  const searched = await search.through(asked);
  const last = from + searched;
  const isOver = text === '' || last >= objects.length;
  return {
    groups: search.groups,
    searched,
    objects: objects.length,
    slow: search.slow,
    next: isOver ? null : (objects[last - 1]?.name ?? null),
  };
}

/** Objects that were deleted meanwhile, and of which the person sees no record. */
const UNSEARCHED: readonly string[] = ['OBJECT_UNKNOWN', 'NO_ACCESS'];

/** An object that is searched, as the catalogue knows it. */
interface Target {
  readonly object: Searched;
  readonly view: ObjectCatalogEntry;
}
interface Row {
  readonly id: string;
  readonly title: string | null;
  readonly texts: readonly (string | null)[];
}

class Search {
  readonly groups: Group[] = [];
  readonly slow: string[] = [];

  constructor(
    private readonly readers: Readers,
    private readonly ctx: Context,
    private readonly text: string,
  ) {}

  /** Searches the objects in order until there is enough; returns how many. */
  async through(objects: readonly Searched[]): Promise<number> {
    const end = Date.now() + ENOUGH_MS;
    let searched = 0;
    while (searched < objects.length && (searched === 0 || Date.now() < end)) {
      const some = await this.together(objects.slice(searched));
      for (const group of await this.among(some)) {
        if (group && group.records.length > this.room) return searched;
        if (group) this.groups.push(group);
        searched += 1;
      }
    }
    return searched;
  }

  private get room(): number {
    return MAX_FOUND - this.groups.reduce((sum, { records }) => sum + records.length, 0);
  }

  /** The first objects that one statement searches. */
  private async together(objects: readonly Searched[]): Promise<Searched[]> {
    const some: Searched[] = [];
    for (const object of objects.slice(0, OBJECTS_AT_ONCE)) {
      const isLarge = (await this.target(object))?.view.table.indexes.size ?? 0;
      if (isLarge > 0) return some.length > 0 ? some : [object];
      some.push(object);
    }
    return some;
  }

  /** What was found in each object; undefined for nothing. */
  private async among(objects: readonly Searched[]): Promise<(Group | undefined)[]> {
    try {
      return await this.groupsOf(objects);
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== 'QUERY_TIMEOUT') throw error;
      this.slow.push(...objects.map(({ label }) => label));
      return objects.map(() => undefined);
    }
  }

  private async groupsOf(objects: readonly Searched[]): Promise<(Group | undefined)[]> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const targets = await Promise.all(objects.map((object) => this.target(object)));
      const known = targets.filter((each) => each !== undefined);
      const found = known.length === 0 ? new Map<Target, Row[]>() : await this.read(known);
      if (found)
        return targets.map(
          (target) => target && groupOf(target, found.get(target) ?? [], this.text),
        );
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Undefined for an object that was deleted meanwhile. */
  private async target(object: Searched): Promise<Target | undefined> {
    try {
      return { object, view: await this.readers.catalog.view(this.ctx, object.name) };
    } catch (error) {
      if (error instanceof AppError && UNSEARCHED.includes(error.reason)) return undefined;
      throw error;
    }
  }

  /** Rows found in each object; undefined when a describe they were read by was stale. */
  private async read(targets: readonly Target[]): Promise<Map<Target, Row[]> | undefined> {
    const { db, catalog } = this.readers;
    const isCurrent = async (version?: number): Promise<boolean> => {
      const each = targets.map(({ view }) =>
        version === undefined
          ? catalog.isCurrent(this.ctx, view)
          : catalog.isCurrentAt(this.ctx, view, version),
      );
      return (await Promise.all(each)).every(Boolean);
    };
    const { text, values } = statementOf(targets, this.text);
    try {
      const [answer] = await db.readTenant<FoundRows>(this.ctx, text, values);
      if (!answer || !(await isCurrent(answer.version))) return undefined;
      return new Map(targets.map((target, i) => [target, answer.found[i] ?? []]));
    } catch (error) {
      // It names a column or a table that is gone.
      if (/^42/.test(String((error as { code?: unknown }).code)) && !(await isCurrent()))
        return undefined;
      throw error;
    }
  }
}

interface FoundRows {
  readonly version: number;
  readonly found: readonly (Row[] | null)[];
}
function statementOf(
  targets: readonly Target[],
  text: string,
): { text: string; values: readonly unknown[] } {
  const parameters = new SqlParameters();
  const bind = bindingOnce(parameters.bind);
  const parts = targets.map(({ view }) => foundSql(view.table, text, bind));
  return {
    text: `SELECT ${CATALOG_VERSION} AS version, json_build_array(${parts.join(', ')}) AS found`,
    values: parameters.values,
  };
}

/** The newest records of an object that have the text, as JSON; one more than is shown. */
function foundSql(table: ObjectTable, text: string, bind: Bind): string {
  const problems: Problem[] = [];
  const evaluation = { now: new Date(), userId: '' };
  const plan = planList({ search: text, size: GROUP_SIZE }, table, evaluation, problems);
  if (problems.length > 0) throw problemsError(problems);
  const keys = plan.sort.map(({ key, column }) => key.sql(`r.${column.sql}`, column.field, bind));
  const texts = searchedColumns(table).map(({ sql }) => `r.${sql}::text`);
  const title = table.label.system ? "''" : `r.${table.label.sql}::text`;
  const from = table.reader ? table.from(bind) : table.name;
  return `(WITH ${pickedSql({ plan, from, keys, bind })}
    SELECT json_agg(json_build_object('id', r.id, 'title', ${title}, 'texts', ARRAY[${texts.join(', ')}]) ORDER BY p.n)
    FROM picked p JOIN ${from} r ON r.id = p.id WHERE p.n <= ${GROUP_SIZE + 1})`;
}

function groupOf(
  { object: { name, label, icon, appId }, view: { table } }: Target,
  rows: readonly Row[],
  text: string,
): Group | undefined {
  if (rows.length === 0) return undefined;
  const records = rows.slice(0, GROUP_SIZE).map((row) => recordOf(table, row, text));
  return { object: name, label, icon, appId, records, more: rows.length > GROUP_SIZE };
}

/** A record by its title, and the field that has the text when the title has not. */
function recordOf(
  table: ObjectTable,
  { id, title, texts }: Row,
  text: string,
): Group['records'][number] {
  const columns = searchedColumns(table);
  const first = table.title.system ? '' : (texts[0] ?? '');
  const at = foundAt(first, text) ? 0 : texts.findIndex((each) => foundAt(each ?? '', text));
  const field = at > 0 ? columns[at]!.field : undefined;
  return {
    id,
    title: (title ?? '').slice(0, MAX_TITLE),
    field: field?.apiName ?? null,
    fieldLabel: field?.label ?? '',
    value: field ? around(texts[at] ?? '', text) : '',
  };
}

/** The part of a long text around what was found. */
function around(whole: string, text: string): string {
  const [from, to] = foundAt(whole, text) ?? [0, 0];
  const [start, end] = [Math.max(0, from - AROUND), Math.min(whole.length, to + AROUND)];
  return `${start > 0 ? '…' : ''}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`;
}
