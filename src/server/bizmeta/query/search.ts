import { likeText, spellingOf } from '../../kernel/index.ts';
import type { Bind } from '../fields/index.ts';
import { searchIndexes, textKey } from '../meta/list-index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { hasGrams, searchGrams } from './grams.ts';

/**
 * What a search looks in: the title, by its text and its pinyin, and the fields the object is
 * searched by. What is not visible is not searched.
 */
export const searchedColumns = ({ describe, columns, title }: ObjectTable): Column[] =>
  [title.field.apiName, ...(describe.searchFields ?? [])].flatMap(
    (name) => columns.get(name) ?? [],
  );

/** What a search looks in now, and what an index holds of it, as SQL of an alias's columns. */
interface SearchScope {
  readonly columns: readonly Column[];
  readonly isSpelled: boolean;
  readonly grams?: (at: string) => string;
}

/**
 * A large object is searched in what its index holds: while one for more is being built, in what the
 * one before holds. Reading all of its records takes longer than a person waits.
 */
function scopeOf(table: ObjectTable): SearchScope {
  const { title } = table;
  const columns = searchedColumns(table);
  const isSpelled = columns[0] === title && !title.system;
  const indexes = searchIndexes(table).filter((held) => !isSpelled || held[0] === title.sql);
  const best = bestIndex(indexes, columns);
  if (best) return { columns: best.columns, isSpelled, grams: (at) => searchGrams(best.held, at) };
  if (isSpelled && table.indexes.has(textKey(title)))
    return {
      columns: [title],
      isSpelled: false,
      grams: (at) => `bizmeta.grams(${at}${title.sql}::text)`,
    };
  return { columns, isSpelled };
}

interface SearchIndex {
  readonly held: readonly string[];
  readonly columns: readonly Column[];
}
/** The one that holds most of the columns; undefined when none holds any. */
function bestIndex(
  indexes: readonly (readonly string[])[],
  columns: readonly Column[],
): SearchIndex | undefined {
  const [best] = indexes
    .map((held) => ({ held, columns: columns.filter(({ sql }) => held.includes(sql)) }))
    .toSorted((a, b) => b.columns.length - a.columns.length);
  return best && best.columns.length > 0 ? best : undefined;
}

/** Records `alias` in which a text is found. Typed wildcards are characters like any others. */
export function searchSql(
  table: ObjectTable,
  text: string,
  bind: Bind,
  { alias = 'r', indexed = true }: { alias?: string; indexed?: boolean } = {},
): string {
  const { columns, isSpelled, grams } = scopeOf(table);
  if (columns.length === 0) return 'false';
  const pattern = bind(`%${likeText(text)}%`);
  const spelling = isSpelled ? spellingOf(text) : undefined;
  const found = [
    ...columns.map(({ sql }) => `${alias}.${sql}::text ILIKE ${pattern}::text`),
    ...(spelling ? [`${alias}.${table.title.sql}::text ~ ${bind(spelling.pattern)}::text`] : []),
  ].join(' OR ');
  if (!indexed || !grams || !hasGrams(text)) return `(${found})`;
  const narrow = narrowSql(grams(`${alias}.`), text, spelling, bind);
  return `((${narrow}) AND (${found}))`;
}

/** What an index finds them by: more than those in which the text is. */
const narrowSql = (
  grams: string,
  text: string,
  spelling: ReturnType<typeof spellingOf>,
  bind: Bind,
): string =>
  [
    `${grams} @> bizmeta.grams(${bind(text)}::text)`,
    ...(spelling?.initials ?? []).map((each) => `${grams} @> ${bind(each)}::text[]`),
  ].join(' OR ');
