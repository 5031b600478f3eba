import {
  createBrowserRouter,
  createHashRouter,
  Navigate,
  type RouteObject,
} from 'react-router-dom';
import type { RouteLine } from '../routing/routes.ts';
import { placeTypedAddresses } from '../routing/typed-address.ts';
import { RouteError } from './RouteError.tsx';
import { FirstAllowedRoute, RoutedPage } from './RoutedPage.tsx';
import { ShellLayout } from './ShellLayout.tsx';

export type Router = ReturnType<typeof createBrowserRouter>;

function routeOf(line: RouteLine, lines: readonly RouteLine[]): RouteObject {
  if (line.first)
    return {
      path: line.path,
      element: <FirstAllowedRoute line={line} lines={lines} />,
      errorElement: <RouteError />,
    };
  if (line.redirect) return { path: line.path, element: <Navigate to={line.redirect} replace /> };
  return { path: line.path, element: <RoutedPage line={line} />, errorElement: <RouteError /> };
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
    element: <ShellLayout shell={shell} />,
    errorElement: <RouteError />,
    children,
  }));
  return [...shells, ...bare];
}

export function createRouter(mode: 'history' | 'hash', lines: readonly RouteLine[]): Router {
  const routes = routesOf(lines);
  const typed = placeTypedAddresses();
  const router = mode === 'hash' ? createHashRouter(routes) : createBrowserRouter(routes);
  router.subscribe(typed.note);
  const { dispose } = router;
  router.dispose = () => {
    typed.stop();
    dispose();
  };
  return router;
}
