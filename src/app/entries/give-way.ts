import type { Root } from 'react-dom/client';

const ID = 'root';
/** Where an entry draws. */
export const rootElement = (): HTMLElement => document.getElementById(ID)!;

/**
 * Makes room for another entry in the same document. What stands on the screen stays, out of reach,
 * until the other has something to show, as a browser does between two documents.
 */
export function giveWay(root: Root): void {
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
