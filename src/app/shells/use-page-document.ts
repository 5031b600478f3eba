import { reaction } from 'mobx';
import { useStable } from '../../ui/hooks/index.ts';
import { asFailure } from '../../contract/index.ts';
import { useCallback, useEffect, useState } from 'react';
import type { LoadedPage } from '../../view/index.ts';
import { FORBIDDEN_PAGE, NOT_FOUND_PAGE } from '../routing/routes.ts';
import type { Application } from '../application/application.ts';
import { useApplication } from './context.ts';

/** The document, or the page that says why there is none. */
async function loadOrExplain({ pages }: Application, pageKey: string): Promise<LoadedPage> {
  try {
    return await pages.load(pageKey);
  } catch (failure) {
    if (asFailure(failure).code === 404 && pageKey !== NOT_FOUND_PAGE)
      return await pages.load(NOT_FOUND_PAGE);
    if (asFailure(failure).code === 403 && pageKey !== FORBIDDEN_PAGE)
      return await pages.load(FORBIDDEN_PAGE);
    throw failure;
  }
}

/** What is said where a page is another one now, and would be redrawn but for unsaved changes. */
const CHANGED_TEXT = '你的权限有变化，保存或放弃修改后，请刷新页面';

/**
 * Loads a page's document: the cached version at once, and the server's when it differs (`revision`
 * then changes, and the page is redrawn). With other rights it is asked for again; a page with
 * unsaved changes stays.
 */
export function usePageDocument(
  pageKey: string,
  isUnsaved: () => boolean = () => false,
): {
  load(key: string): Promise<LoadedPage>;
  revision: number;
} {
  const application = useApplication();
  const [revision, setRevision] = useState(0);
  const load = useCallback(
    (key: string): Promise<LoadedPage> => {
      const known = application.pages.shown(key);
      return known
        ? Promise.resolve(known)
        : application.progress.track(loadOrExplain(application, key));
    },
    [application],
  );

  useEffect(() => {
    const known = application.pages.peek(pageKey);
    if (known === undefined) return undefined;
    let cancelled = false;
    const look = application.pages.load(pageKey).then((fresh) => {
      if (!cancelled && fresh !== known) setRevision((was) => was + 1);
    });
    // the cached page stays on the screen; its own calls report the failure
    look.catch(() => undefined);
    return () => {
      cancelled = true;
    };
  }, [application, pageKey]);

  const redraw = useStable((): void => {
    if (isUnsaved()) application.ports.toast('info', CHANGED_TEXT);
    else setRevision((was) => was + 1);
  });
  useEffect(
    () =>
      reaction(
        () => application.access.changes,
        () => {
          const known = application.pages.peek(pageKey);
          application.pages.load(pageKey).then(
            (fresh) => fresh !== known && redraw(),
            (failure: unknown) => asFailure(failure).code === 403 && redraw(),
          );
        },
      ),
    [application, pageKey, redraw],
  );
  return { load, revision };
}
