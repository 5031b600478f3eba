import type { Root } from 'react-dom/client';

const ID = 'root';
/** Where an entry draws. */
export const rootElement = (): HTMLElement => document.getElementById(ID)!;

/**
 * Replaces the root element for another entry in the same document. The old content stays on the
 * screen, inert, until the other has drawn something, as a browser does between two documents.
 */
export function replaceRoot(root: Root): void {
  const old = rootElement();
  const next = Object.assign(document.createElement('div'), { id: ID });
  old.removeAttribute('id');
  old.inert = true;
  old.after(next);
  const drawn = new MutationObserver(() => {
    drawn.disconnect();
    root.unmount();
    old.remove();
  });
  drawn.observe(next, { childList: true });
}
