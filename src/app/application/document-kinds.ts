import {
  callCatalogue,
  validatePage,
  type ActionCatalogue,
  type WidgetCatalogue,
} from '../../page/index.ts';
import type { DocumentKind } from '../../runtime/ports/index.ts';

/**
 * What `npm run generate` makes of the definitions; chunks of their own, fetched when a source is
 * edited.
 */
const generated = import.meta.glob<unknown>(
  [
    '../../../schemas/page.schema.json',
    '../../../schemas/widgets.json',
    '../../../schemas/actions.json',
  ],
  { import: 'default' },
);
const load = (name: string): Promise<unknown> => generated[`../../../schemas/${name}.json`]!();

/**
 * A page document: its meta-schema, and what the server would say against it but for the objects it
 * names.
 */
async function page(): Promise<DocumentKind> {
  const [schema, widgets, actions] = await Promise.all([
    load('page.schema'),
    load('widgets'),
    load('actions'),
  ]);
  // The browser knows the calls by their names; the shapes of what goes in and out stay on the
  // server.
  const calls = new Map([...callCatalogue().keys()].map((id) => [id, {}]));
  const options = {
    widgets: widgets as WidgetCatalogue,
    actions: actions as ActionCatalogue,
    calls,
  };
  return {
    schema: schema as DocumentKind['schema'],
    problems: (value) => validatePage(value, options).problems,
  };
}

let pages: Promise<DocumentKind> | undefined;
export async function documentKind(name: string): Promise<DocumentKind | null> {
  if (name !== 'page') return null;
  pages ??= page();
  return pages;
}
