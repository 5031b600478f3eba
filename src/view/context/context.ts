import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { PageGrant } from '../../contract/index.ts';
import type { PageDocument } from '../../page/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { Registry } from '../registry/registry.ts';
import type { PageScope } from '../../runtime/scope/index.ts';

/** A fetched page: its document, and what its origin may do (decision 16). */
export interface LoadedPage extends PageGrant {
  readonly document: PageDocument;
}

export interface PageViewProps {
  pageKey: string;
  params?: Readonly<Record<string, unknown>> | undefined;
  ports: EnginePorts;
  registry: Registry;
  /**
   * The published document of a key; rejects with a CallFailure. Called again after a failure and
   * when the key changes.
   */
  load(key: string): Promise<LoadedPage>;
  /** What outlet@1 draws inside this page. */
  outlet?: ReactNode;
  /** An event of the page's `emit` action, passed to the embedder. */
  onEmit?: ((event: string, payload: unknown) => unknown) | undefined;
  /**
   * A preview of a page: what is filled in there is not the user's work, and leaving does not ask
   * about it.
   */
  trial?: boolean;
  /**
   * The running scope when the page is there, null when it goes: shells ask `unsaved` before
   * leaving and show `title`.
   */
  onScope?: ((scope: PageScope | null) => void) | undefined;
  /**
   * Height in pixels reserved while it loads, 0 for none; the skeleton of a whole page unless
   * given.
   */
  room?: number | undefined;
}

export interface PageContextValue {
  readonly scope: PageScope;
  readonly registry: Registry;
  readonly outlet: ReactNode;
  /** 1 for the outermost page. */
  readonly depth: number;
  /** The outermost page's count of the pages alive in it, itself among them. */
  readonly family: { pages: number };
  /** The published document of a key, as PageViewProps has it. */
  load(key: string): Promise<LoadedPage>;
  /**
   * A page inside this one, with this page's guarded ports and the same widgets: pageEmbed@1 and
   * dialogs.
   */
  embed(
    pageKey: string,
    params?: Readonly<Record<string, unknown>>,
    onEmit?: (event: string, payload: unknown) => unknown,
    onScope?: PageViewProps['onScope'],
    room?: number,
  ): ReactNode;
  /** A block that shares with this page, by its node; null when there is none. */
  block(
    node: string,
    onEmit: PageViewProps['onEmit'],
    onScope: PageViewProps['onScope'],
  ): ReactNode;
}
/**
 * Deepest page within a page (a shell around a page with a drawer is three): beyond it a page shows
 * itself without end.
 */
export const MAX_PAGES_DEEP = 10;
/**
 * Pages alive at once within one: a page that shows itself twice is met here, long before it is
 * deep.
 */
export const MAX_PAGES = 200;
export const PageContext = createContext<PageContextValue | null>(null);
/** What nodes need; apart from PageContext, so that a new outlet draws no node again. */
export interface Runtime {
  readonly scope: PageScope;
  readonly registry: Registry;
}
export const RuntimeContext = createContext<Runtime | null>(null);

/** The page around a widget; throws outside of one. */
export function usePage(): PageContextValue {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage outside of a page');
  return page;
}
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('a node outside of a page');
  return runtime;
}
/** What the shell was given to draw in its outlet. */
export const useOutlet = (): ReactNode => usePage().outlet;
