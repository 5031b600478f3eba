import { autorun } from 'mobx';
import { useEffect } from 'react';
import type { PageScope } from '../../runtime/scope/index.ts';

const PRODUCT = '活字';

/** The window is titled after the page, also when the title's own data comes later. */
export function usePageTitle(scope: PageScope | null): void {
  useEffect(() => {
    if (!scope) return undefined;
    return autorun(() => {
      const title = scope.title.trim();
      document.title = title && title !== PRODUCT ? `${title} · ${PRODUCT}` : PRODUCT;
    });
  }, [scope]);
}
