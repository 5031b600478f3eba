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
  placeOf,
  type Place,
  type RouteLine,
} from '../routing/routes.ts';
import { useApplication } from './context.ts';
import { useAddress } from './use-address.ts';
import { useArrival } from './use-arrival.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePageDocument } from './use-page-document.ts';
import { usePageTitle } from './use-page-title.ts';

const NOBODY: Rights = { isSuper: false, functions: [] };

function mayEnter(line: RouteLine, person: Person | null): boolean {
  // Without a person the entry's gate has decided about pages for any member.
  return line.access === undefined || isAuthorized(line.access, person ?? NOBODY);
}

function placeFor(
  line: RouteLine,
  person: Person | null,
  params: Record<string, string | undefined>,
  search: string,
): Place {
  if (!mayEnter(line, person)) return { pageKey: FORBIDDEN_PAGE, params: {} };
  const place = placeOf(line, params);
  return {
    ...place,
    params: { ...Object.fromEntries(new URLSearchParams(search)), ...place.params },
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
  const { pageKey, params } = placeFor(line, session.person, given, search);
  return (
    <PageAt
      key={`${line.keep ? identity(given, line.keep) : pathname} ${pageKey}`}
      path={pathname}
      pageKey={pageKey}
      params={params}
    />
  );
});

/** The first of these paths that the rights reach. */
export const firstReached = (
  lines: readonly RouteLine[],
  paths: readonly string[],
  rights: Rights,
): string | undefined =>
  paths.find((path) => isAuthorized(destination(lines, path)?.line.access ?? 'member', rights));

/**
 * Sends on to the first of a line's paths the person may enter; stays with the line's own page when
 * there is none.
 */
export const FirstPlace = observer(function FirstPlace({
  line,
  lines,
}: {
  line: RouteLine;
  lines: readonly RouteLine[];
}) {
  const { session } = useApplication();
  const to = firstReached(lines, line.first ?? [], session.person ?? NOBODY);
  return to ? <Navigate to={to} replace /> : <RoutedPage line={line} />;
});

/** What makes an address a page of its own, the parameters aside that only change it. */
const identity = (
  given: Readonly<Record<string, string | undefined>>,
  keep: readonly string[],
): string =>
  JSON.stringify(
    Object.entries(given)
      .filter(([name]) => !keep.includes(name))
      .sort(),
  );

function PageAt({ path, pageKey, params }: Place & { path: string }) {
  const { ports, registry } = useApplication();
  const { load, revision } = usePageDocument(pageKey);
  const [scope, setScope] = useState<PageScope | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  usePageTitle(scope);
  const [turn, restart] = useReducer((count: number) => count + 1, 0);
  const isOwn = useAddress(scope, path, restart);
  useLeaveGuard(scope, path, isOwn);
  useArrival(frame, scope);
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
