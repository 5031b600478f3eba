import { memo, startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import {
  Navigate,
  Router as RouterContexts,
  useRoutes,
  type NavigationType,
  type RouteObject,
} from 'react-router-dom';
import { HistoryRouter } from '../routing/history-router.ts';
import type { RouteLine } from '../routing/routes.ts';
import { RouterContext } from './context.ts';
import { RouteErrorBoundary } from './RouteError.tsx';
import { FirstAllowedRoute, RoutedPage } from './RoutedPage.tsx';
import { ShellLayout } from './ShellLayout.tsx';

const guarded = (children: ReactNode): ReactNode => (
  <RouteErrorBoundary>{children}</RouteErrorBoundary>
);

function routeOf(line: RouteLine, lines: readonly RouteLine[]): RouteObject {
  if (line.first)
    return { path: line.path, element: guarded(<FirstAllowedRoute line={line} lines={lines} />) };
  if (line.redirect) return { path: line.path, element: <Navigate to={line.redirect} replace /> };
  return { path: line.path, element: guarded(<RoutedPage line={line} />) };
}

/** One route a shell, its pages inside: the shell stays while they change. */
function routesOf(lines: readonly RouteLine[]): RouteObject[] {
  const byShell = new Map<string, RouteObject[]>();
  const bare: RouteObject[] = [];
  for (const line of lines) {
    if (!line.shell) bare.push(routeOf(line, lines));
    else byShell.set(line.shell, [...(byShell.get(line.shell) ?? []), routeOf(line, lines)]);
  }
  const shells = [...byShell].map(([shell, children]): RouteObject => ({
    element: guarded(<ShellLayout shell={shell} />),
    children,
  }));
  return [...shells, ...bare];
}

export type Router = HistoryRouter;
export const createRouter = (mode: 'history' | 'hash', lines: readonly RouteLine[]): Router =>
  new HistoryRouter(mode, routesOf(lines));

const Routes = memo(function Routes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
});

/** Draws the pages of a router at its place. */
export function RouterView({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(
    () => router.subscribe((next) => startTransition(() => setState(next))),
    [router],
  );
  return (
    <RouterContext value={router}>
      <RouterContexts
        location={state.location}
        navigationType={state.historyAction as NavigationType}
        navigator={router.navigator}
      >
        <Routes routes={router.routes} />
      </RouterContexts>
    </RouterContext>
  );
}
