import { node } from './nodes.ts';
import type { NestedNode } from '../model/document.ts';

/** Widest a form is on a large screen, in pixels: lines one can read, two columns of fields. */
const WIDTH = 960;

export interface SheetOptions {
  /** Names the page's own unsaved work; letters and digits. */
  key: string;
  /** It is inside another page, which has the ground and the first heading. */
  inside?: boolean | undefined;
}

/** The panel of a form and of all its messages. */
export const formSheet = ({ inside }: SheetOptions, content: NestedNode[]): NestedNode =>
  node(
    'page',
    'page@1',
    { maxWidth: WIDTH, padding: inside ? 16 : 24 },
    { slots: { default: content } },
  );
