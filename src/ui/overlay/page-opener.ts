import { createContext } from 'react';

/** Opens a page over what is shown; resolves when it closes, with the event that closed it. */
export interface PageOpener {
  add(ask: {
    place: 'dialog' | 'drawer';
    page: string;
    params: Readonly<Record<string, unknown>>;
    /** Pixels. */
    width: number;
    /** Events of the page that close it. */
    until: readonly string[];
  }): Promise<{ event: string; data: unknown }>;
}
/** Null where no page can be opened. An input that opens pages knows no more of pages than this. */
export const PageOpenerContext = createContext<PageOpener | null>(null);
