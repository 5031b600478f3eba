import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resourceDir } from '../../kernel/index.ts';
import {
  readCatalogues,
  readJson,
  readPages,
  servedPage,
  type Catalogues,
  type PageFault,
  type ReadPages,
  type ServedPage,
} from './sources.ts';

export { servedPage, type ServedPage };

/** The system's own pages and the catalogues, from schemas/. */
export interface Library extends Catalogues {
  readonly pages: ReadonlyMap<string, ServedPage>;
  /**
   * Files that are no sound page, for the log: they are served as far as they can be read, since a
   * broken node affects only itself.
   */
  readonly faults: readonly PageFault[];
}

/**
 * Pages as readPages gives them, written by the build: a start that checks them again takes twice
 * as long.
 */
const BUILT = 'pages.json';

let loaded: Library | undefined;
/**
 * Everything under schemas/, read once a process: the files are part of the program. Throws as
 * readPages does.
 */
export function loadLibrary(): Library {
  loaded ??= readLibrary();
  return loaded;
}

function readLibrary(): Library {
  const dir = resourceDir(import.meta.url, '../../../../schemas/', './schemas/', '.json');
  const catalogues = readCatalogues(dir);
  const built = join(dir, BUILT);
  const { pages, faults } = existsSync(built)
    ? (readJson(built) as ReadPages)
    : readPages(dir, catalogues);
  return { ...catalogues, pages: new Map(pages.map((page) => [page.key, page])), faults };
}
