import { createContext, useContext } from 'react';
import type { Application } from '../application/application.ts';

export const ApplicationContext = createContext<Application | null>(null);

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (!application) throw new Error('useApplication outside of an entry');
  return application;
}
