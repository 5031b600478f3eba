import { observer } from 'mobx-react-lite';
import { useReducer, useRef, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { isAuthorized, type Rights } from '../../contract/index.ts';
import { PageView } from '../../view/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import type { Person } from '../../runtime/ports/index.ts';
import {
  destination,
  FORBIDDEN_PAGE,
  routeTargetOf,
  type RouteTarget,
  type RouteLine,
} from '../routing/routes.ts';
import { useApplication } from './context.ts';
import { useUrlState } from './use-url-state.ts';
import { useScrollAndFocusRestoration } from './use-scroll-and-focus-restoration.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePageDocument } from './use-page-document.ts';
import { usePageTitle } from './use-page-title.ts';

const NO_RIGHTS: Rights = { isSuper: false, functions: [] };

function canOpenRoute(line: RouteLine, person: Person | null): boolean {
  // Without a user the session guard has already decided about pages for any member.
  return line.access === undefined || isAuthorized(line.access, person ?? NO_RIGHTS);
}

function targetFor(
  line: RouteLine,
  person: Person | null,
  params: Record<string, string | undefined>,
  search: string,
): RouteTarget {
  if (!canOpenRoute(line, person)) return { pageKey: FORBIDDEN_PAGE, params: {} };
  const target = routeTargetOf(line, params);
  return {
    ...target,
    params: { ...Object.fromEntries(new URLSearchParams(search)), ...target.params },
  };
}

/**
 * The page a route leads to. Another address is another page; a changed query, or a parameter its
 * line keeps, is new parameters for the same one.
 */
export const RoutedPage = observer(function RoutedPage({ line }: { line: RouteLine }) {
  const { session } = useApplication();
  const { pathname, search } = useLocation();
  const given = useParams();
  const { pageKey, params } = targetFor(line, session.person, given, search);
  return (
    <AddressedPage
      key={`${line.keep ? addressIdentity(given, line.keep) : pathname} ${pageKey}`}
      path={pathname}
      pageKey={pageKey}
      params={params}
    />
  );
});

/** The first of these paths that the rights reach. */
const firstAllowedPath = (
  lines: readonly RouteLine[],
  paths: readonly string[],
  rights: Rights,
): string | undefined =>
  paths.find((path) => isAuthorized(destination(lines, path)?.line.access ?? 'member', rights));

/**
 * Sends on to the first of a line's paths the person may enter; stays with the line's own page when
 * there is none.
 */
export const FirstAllowedRoute = observer(function FirstPlace({
  line,
  lines,
}: {
  line: RouteLine;
  lines: readonly RouteLine[];
}) {
  const { session } = useApplication();
  const to = firstAllowedPath(lines, line.first ?? [], session.person ?? NO_RIGHTS);
  return to ? <Navigate to={to} replace /> : <RoutedPage line={line} />;
});

/** What makes an address a page of its own, the parameters aside that only change it. */
const addressIdentity = (
  given: Readonly<Record<string, string | undefined>>,
  keep: readonly string[],
): string =>
  JSON.stringify(
    Object.entries(given)
      .filter(([name]) => !keep.includes(name))
      .sort(),
  );

/** Title, address and guard of the page at `path`; how often its address restarted the page. */
function useAddress(scope: PageScope | null, path: string): number {
  usePageTitle(scope, path);
  const [turn, restart] = useReducer((count: number) => count + 1, 0);
  const isOwn = useUrlState(scope, path, restart);
  useLeaveGuard(scope, path, isOwn);
  return turn;
}

function AddressedPage({ path, pageKey, params }: RouteTarget & { path: string }) {
  const { ports, registry } = useApplication();
  const [scope, setScope] = useState<PageScope | null>(null);
  const { load, revision } = usePageDocument(pageKey, () => scope?.unsaved === true);
  const frame = useRef<HTMLDivElement>(null);
  const turn = useAddress(scope, path);
  useScrollAndFocusRestoration(frame, scope);
  return (
    <div ref={frame} style={{ display: 'contents' }}>
      <PageView
        key={`${revision} ${turn}`}
        pageKey={pageKey}
        params={params}
        ports={ports}
        registry={registry}
        load={load}
        onScope={setScope}
      />
    </div>
  );
}
