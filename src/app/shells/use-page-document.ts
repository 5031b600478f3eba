import { useCallback, useEffect, useState } from 'react';
import type { LoadedPage } from '../../view/index.ts';
import { FORBIDDEN_PAGE, NOT_FOUND_PAGE } from '../routing/routes.ts';
import type { Application } from '../application.ts';
import { useApplication } from './context.ts';

const codeOf = (failure: unknown): unknown => (failure as { code?: unknown } | null)?.code;

/** The document, or the page that says why there is none. */
async function loadOrExplain({ pages }: Application, pageKey: string): Promise<LoadedPage> {
  try {
    return await pages.load(pageKey);
  } catch (failure) {
    if (codeOf(failure) === 404 && pageKey !== NOT_FOUND_PAGE)
      return await pages.load(NOT_FOUND_PAGE);
    if (codeOf(failure) === 403 && pageKey !== FORBIDDEN_PAGE)
      return await pages.load(FORBIDDEN_PAGE);
    throw failure;
  }
}

/**
 * How a page's document comes: at once as it was last seen, and anew when the server has another by
 * now (`revision` changes then: what was drawn is drawn again).
 */
export function usePageDocument(pageKey: string): {
  load(key: string): Promise<LoadedPage>;
  revision: number;
} {
  const application = useApplication();
  const [revision, setRevision] = useState(0);
  const load = useCallback(
    (key: string): Promise<LoadedPage> => {
      const known = application.pages.peek(key);
      return known
        ? Promise.resolve(known)
        : application.progress.during(loadOrExplain(application, key));
    },
    [application],
  );

  useEffect(() => {
    const known = application.pages.peek(pageKey);
    if (known === undefined) return undefined;
    let left = false;
    const look = application.pages.load(pageKey).then((fresh) => {
      if (!left && fresh !== known) setRevision((was) => was + 1);
    });
    look.catch(() => undefined); // what is on the screen still stands; its own calls will tell
    return () => {
      left = true;
    };
  }, [application, pageKey]);

  return { load, revision };
}
