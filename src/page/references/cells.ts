import { isObject, isText, own, type Kind, type KindName } from '../../document/index.ts';
import type { Catalogues } from '../validate/catalogue.ts';
import type { PageDocument } from '../model/document.ts';
import { PageRecords } from './records.ts';
import { resultPaths, textsAt } from './texts.ts';
import { placesIn, type Place } from './walk.ts';

/** What is named somewhere, and whose fields where it is fields. */
export interface Meaning {
  readonly kind: Kind;
  readonly object: string | undefined;
}
/** A page by its key, where it can be known. */
export type FindPage = (key: string) => PageDocument | undefined;

/** Pages within pages are followed this far for the meaning of their parameters. */
const MAX_DEEP = 4;

/**
 * What parameters and cells of a page name, by the places that read them: a parameter read where an
 * object is named names an object, and so does what another page hands in for it.
 */
export function cellMeanings(
  document: PageDocument,
  catalogues: Catalogues,
  find: FindPage,
  deep = 0,
): ReadonlyMap<string, Meaning[]> {
  const records = new PageRecords(document, catalogues);
  const found = new Map<string, Meaning[]>();
  const note = (value: unknown, meaning: Meaning): void => {
    const values = Array.isArray(value) ? value : [value];
    for (const path of values.flatMap(resultPaths)) {
      const name = path.join('.');
      if (path.length === 2 && (path[0] === 'params' || path[0] === 'state'))
        found.set(name, [...(found.get(name) ?? []), meaning]);
    }
  };
  for (const place of placesIn(document, catalogues)) {
    for (const [value, meaning] of meaningsOf(place, records)) note(value, meaning);
    if (deep < MAX_DEEP)
      for (const [name, meanings] of handedIn(place, catalogues, find, deep + 1))
        for (const meaning of meanings) note(own(place.value, name), meaning);
    if (deep < MAX_DEEP) {
      for (const [path, meanings] of sharedMeanings(place, catalogues, find, deep + 1))
        found.set(path, [...(found.get(path) ?? []), ...meanings]);
    }
  }
  return found;
}

/** These name places of the page itself, or hand on what is named elsewhere. */
const WITHOUT_MEANING: ReadonlySet<KindName> = new Set([
  'path',
  'paths',
  'params',
  'shares',
  'assigned',
]);
/** Values of a place with their meanings: the place's own, and those of objects under its keys. */
function meaningsOf(
  { value, kind, around, nodeId }: Place,
  records: PageRecords,
): [unknown, Meaning][] {
  if (WITHOUT_MEANING.has(kind.kind)) return [];
  const object = 'of' in kind ? records.objectFor(kind.of, around, nodeId) : undefined;
  return [[value, { kind, object }]];
}
/** Cells of the page with what a block that shares them takes them for. */
function sharedMeanings(
  { kind, around, value }: Place,
  catalogues: Catalogues,
  find: FindPage,
  deep: number,
): [string, readonly Meaning[]][] {
  if (kind.kind !== 'shares' || !isObject(value)) return [];
  return pagesNamed(own(around[0], kind.page), find).flatMap((page) => {
    const cells = cellMeanings(page, catalogues, find, deep);
    return Object.entries(value).flatMap(([name, path]): [string, readonly Meaning[]][] => {
      const meanings = cells.get(name);
      return meanings && isText(path) ? [[path, meanings]] : [];
    });
  });
}
const pagesNamed = (keys: unknown, find: FindPage): PageDocument[] =>
  textsAt(keys).flatMap((key) => find(key.replace(/@\d+$/, '')) ?? []);

/** The parameters of the page a place hands values to. */
export function handedIn(
  { kind, around, value }: Place,
  catalogues: Catalogues,
  find: FindPage,
  deep = 0,
): [string, readonly Meaning[]][] {
  if (kind.kind !== 'params' || !isObject(value)) return [];
  return pagesNamed(own(around[0], kind.page), find).flatMap((page) => {
    const cells = cellMeanings(page, catalogues, find, deep);
    return Object.keys(value).flatMap((name): [string, readonly Meaning[]][] => {
      const meanings = cells.get(`params.${name}`);
      return meanings ? [[name, meanings]] : [];
    });
  });
}
