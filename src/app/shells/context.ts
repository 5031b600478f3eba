import { createContext, useContext } from 'react';
import type { Application } from '../application/application.ts';
import type { HistoryRouter } from '../routing/history-router.ts';

export const ApplicationContext = createContext<Application | null>(null);

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (!application) throw new Error('useApplication outside of an entry');
  return application;
}

export const RouterContext = createContext<HistoryRouter | null>(null);

export function useRouter(): HistoryRouter {
  const router = useContext(RouterContext);
  if (!router) throw new Error('useRouter outside of a router');
  return router;
}
