import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { PageDocument } from '../../page/document.ts';
import type { EnginePorts } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { PageScope } from '../scope/page-scope.ts';

export interface PageViewProps {
  pageKey: string;
  params?: Readonly<Record<string, unknown>>;
  ports: EnginePorts;
  registry: Registry;
  /** The published document of a key; rejects with a CallFailure. Called again after a failure or when the key changes. */
  load(key: string): Promise<PageDocument>;
  /** What outlet@1 draws inside this page. */
  outlet?: ReactNode;
  /** An event the page's `emit` action hands to whoever embeds it. */
  onEmit?(event: string, payload: unknown): void;
  /** The running scope, when the page is there and when it goes (null): shells ask `dirtyForms` before leaving. */
  onScope?(scope: PageScope | null): void;
}

export interface PageContextValue {
  readonly scope: PageScope;
  readonly outlet: ReactNode;
  /** A page inside this one, with the same ports and widgets: pageEmbed@1 and dialogs. */
  embed(pageKey: string, params?: Readonly<Record<string, unknown>>, onEmit?: (event: string, payload: unknown) => void): ReactNode;
}
export const PageContext = createContext<PageContextValue | null>(null);

/** The page a widget stands in; throws outside of one. */
export function usePage(): PageContextValue {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage outside of a page');
  return page;
}
/** What the shell was given to draw in its outlet. */
export const useOutlet = (): ReactNode => usePage().outlet;
