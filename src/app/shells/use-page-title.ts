import { autorun } from 'mobx';
import { useEffect } from 'react';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useApplication } from './context.ts';

const PRODUCT = '活字';
/** A title that is still coming (a record's name) is waited for this long, in milliseconds. */
const SETTLED_MS = 1_000;

/**
 * The window is titled after the page, also when the title's own data comes later; under its title
 * the page is remembered among those opened last.
 */
export function usePageTitle(scope: PageScope | null, path: string): void {
  const { ports } = useApplication();
  useEffect(() => {
    if (!scope) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = autorun(() => {
      const title = scope.title.trim();
      document.title = title && title !== PRODUCT ? `${title} · ${PRODUCT}` : PRODUCT;
      clearTimeout(timer);
      timer = setTimeout(
        () => void ports.recent?.().then((pages) => pages.note(path, title)),
        SETTLED_MS,
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [scope, path, ports]);
}
