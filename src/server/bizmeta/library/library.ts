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
import { resourceDir } from '../../kernel/index.ts';

/** One served page: its JSON text is made once. */
export interface ServedPage {
  readonly key: string;
  readonly rev: number;
  readonly hash: string;
  readonly text: string;
}
/**
 * What a page may use: written by `npm run generate` from the widgets' and actions' own
 * definitions.
 */
interface Catalogues {
  readonly widgets: WidgetCatalogue;
  readonly actions: ActionCatalogue;
}

/** The system's own pages and the catalogues, from schemas/. */
export interface Library extends Catalogues {
  readonly pages: ReadonlyMap<string, ServedPage>;
  /**
   * Files that are no sound page, for the log: they are served as far as they can be read, since a
   * broken node affects only itself.
   */
  readonly faults: readonly { file: string; problems: readonly DocumentProblem[] }[];
}

export const servedPage = (document: PageDocument): ServedPage => ({
  key: document.key,
  rev: document.rev,
  hash: schemaHash(document),
  text: JSON.stringify(document),
});

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

let loaded: Library | undefined;
/**
 * Everything under schemas/, read and checked once a process: the files are part of the program.
 * Throws for a file that is not JSON, has no key, or a duplicate key.
 */
export function loadLibrary(): Library {
  loaded ??= readLibrary();
  return loaded;
}

function readLibrary(): Library {
  const dir = resourceDir(import.meta.url, '../../../../schemas/', './schemas/', '.json');
  const catalogues: Catalogues = {
    widgets: readJson(join(dir, 'widgets.json')) as WidgetCatalogue,
    actions: readJson(join(dir, 'actions.json')) as ActionCatalogue,
  };
  const pages = new Map<string, ServedPage>();
  const faults: { file: string; problems: readonly DocumentProblem[] }[] = [];
  for (const file of readdirSync(join(dir, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const { page, problems } = readPage(join(dir, 'pages', file), catalogues);
    if (pages.has(page.key))
      throw new Error(`schemas/pages/${file}: another file has the key ${page.key}`);
    pages.set(page.key, page);
    if (problems.length > 0) faults.push({ file, problems });
  }
  return { ...catalogues, pages, faults };
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
