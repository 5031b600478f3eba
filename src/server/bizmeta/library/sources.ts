import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  flatten,
  schemaHash,
  validatePage,
  type ActionCatalogue,
  type NestedDocument,
  type PageDocument,
  type DocumentProblem,
  type WidgetCatalogue,
} from '../../../page/index.ts';

/** One served page: its JSON text is made once. */
export interface ServedPage {
  readonly key: string;
  readonly rev: number;
  readonly hash: string;
  readonly text: string;
}
/** A file that is no sound page, by its path below the folder of pages. */
export interface PageFault {
  readonly file: string;
  readonly problems: readonly DocumentProblem[];
}
/**
 * What a page may use: written by `npm run generate` from the widgets' and actions' own
 * definitions.
 */
export interface Catalogues {
  readonly widgets: WidgetCatalogue;
  readonly actions: ActionCatalogue;
}
/** The system's own pages as they are served. */
export interface ReadPages {
  readonly pages: readonly ServedPage[];
  readonly faults: readonly PageFault[];
}

export const servedPage = (document: PageDocument): ServedPage => ({
  key: document.key,
  rev: document.rev,
  hash: schemaHash(document),
  text: JSON.stringify(document),
});

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The catalogues of a folder of schemas. Throws for what is not JSON. */
export const readCatalogues = (dir: string): Catalogues => ({
  widgets: readJson(join(dir, 'widgets.json')) as WidgetCatalogue,
  actions: readJson(join(dir, 'actions.json')) as ActionCatalogue,
});

/**
 * Reads and checks the pages below a folder of schemas: more than a second for all of them. Throws
 * for a file that is not JSON, has no key, or a duplicate key.
 */
export function readPages(dir: string, catalogues = readCatalogues(dir)): ReadPages {
  const pages = new Map<string, ServedPage>();
  const faults: PageFault[] = [];
  for (const file of readdirSync(join(dir, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const { page, problems } = readPage(join(dir, 'pages', file), catalogues);
    if (pages.has(page.key))
      throw new Error(`schemas/pages/${file}: another file has the key ${page.key}`);
    pages.set(page.key, page);
    if (problems.length > 0) faults.push({ file, problems });
  }
  return { pages: [...pages.values()], faults };
}

function readPage(
  path: string,
  catalogues: Catalogues,
): { page: ServedPage; problems: readonly DocumentProblem[] } {
  const raw = readJson(path) as NestedDocument | PageDocument;
  if (typeof raw.key !== 'string') throw new Error(`${path}: no key`);
  const { document, problems } = validatePage(raw, catalogues);
  return {
    page: servedPage(document ?? ('body' in raw ? flatten(raw) : raw)),
    problems: problems.filter((problem) => problem.severity === 'error'),
  };
}
