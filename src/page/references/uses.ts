import { isObject, isText } from '../../document/index.ts';
import type { Catalogues } from '../validate/catalogue.ts';
import { splitPin, type PageUse } from '../model/blocks.ts';
import type { PageDocument } from '../model/document.ts';
import { keyOfAddress } from './addresses.ts';
import { cellMeanings, handedIn, type FindPage, type Meaning } from './cells.ts';
import { HOLE, textsAt } from './texts.ts';
import { placesIn, type Place } from './walk.ts';

/**
 * Every node that names a page: blocks, embedded pages, pages that actions open, and addresses of
 * own pages, wherever a schema says that a page or an address is named, and in parameters and cells
 * that are read there. What the page does when it opens, and its cells, are its root's.
 */
export function pageUses(
  document: PageDocument,
  catalogues: Catalogues,
  find: FindPage = () => undefined,
): PageUse[] {
  const cells = cellMeanings(document, catalogues, find);
  const found = new Map<string, Set<string>>();
  const note = (nodeId: string | undefined, keys: readonly string[]): void => {
    const id = nodeId ?? document.root;
    found.set(id, new Set([...(found.get(id) ?? []), ...keys]));
  };
  for (const place of placesIn(document, catalogues))
    if (place.place.path !== '/key') note(place.nodeId, keysAt(place, cells, catalogues, find));
  for (const [name, { init }] of Object.entries(document.state ?? {}))
    note(undefined, keysOf(init, cells.get(`state.${name}`)));
  return Object.keys(document.nodes).flatMap((nodeId) =>
    [...(found.get(nodeId) ?? [])].map((reference) => ({ nodeId, ...splitPin(reference) })),
  );
}

function keysAt(
  place: Place,
  cells: ReadonlyMap<string, Meaning[]>,
  catalogues: Catalogues,
  find: FindPage,
): string[] {
  const { kind, value, around } = place;
  if (kind.kind === 'assigned') {
    const target = around[0]?.[kind.path];
    return keysOf(value, isText(target) ? cells.get(target) : undefined);
  }
  if (kind.kind === 'paths')
    return Object.entries(isObject(value) ? value : {}).flatMap(([path, item]) =>
      keysOf(item, cells.get(path)),
    );
  if (kind.kind === 'params')
    return handedIn(place, catalogues, find).flatMap(([name, meanings]) =>
      keysOf((value as Record<string, unknown>)[name], meanings),
    );
  return keysOf(value, [{ kind, object: undefined }]);
}
function keysOf(value: unknown, meanings: readonly Meaning[] = []): string[] {
  return meanings.flatMap(({ kind }) => {
    if (kind.kind === 'page')
      return textsAt(value).filter((key) => key !== '' && !key.includes(HOLE));
    return kind.kind === 'address'
      ? textsAt(value, kind.within).flatMap((address) => keyOfAddress(address) ?? [])
      : [];
  });
}
