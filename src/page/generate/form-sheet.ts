import { node, x } from './nodes.ts';
import type { NestedNode, PageDocument } from '../model/document.ts';

/** Widest a form is on a large screen, in pixels: lines one can read, two columns of fields. */
const WIDTH = 960;

/**
 * Parameters of a form's page and of all its messages. `inside`: another page has the ground and
 * the first heading.
 */
export const SHEET_PARAMS = { inside: { type: 'boolean' } } satisfies PageDocument['params'];
const inside = (yes: string, no: string) => x(`if(params.inside ?? false, ${yes}, ${no})`);

/** The panel of a form and of all its messages. */
export const formSheet = (content: NestedNode[]): NestedNode =>
  node(
    'page',
    'page@1',
    { maxWidth: WIDTH, padding: inside('16', '24') },
    { slots: { default: content } },
  );
/** What the sheet is called. */
export const sheetHeading = (name: string): NestedNode =>
  node('name', 'text@1', { text: name, kind: 'title', as: inside("'h2'", "'h1'") });

/**
 * The key of the page behind a link or of a submission: letters and digits of its token, so that
 * unsaved work of one form is stored apart from that of another.
 */
export const formPageKey = (token: string): string =>
  `form.t${token.replace(/[^A-Za-z0-9]/g, '').slice(0, 40)}`;
