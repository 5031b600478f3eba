import { identityHeaders, type Identity } from './request.ts';

/**
 * Sends the first requests of a page while the application's code is loading. Small and without
 * heavy imports, as it must run first; a test checks its paths against the contract.
 */
export const PREFETCH_CALLS = {
  'bizmeta.page.schema': '/bizmeta/v1/page/{pageKey}/schema',
  'upm.region.profileSummary': '/upm/region/profile/summary',
  'upm.region.configInfo': '/upm/region/profile/config/info',
  'upm.region.getUserRegions': '/upm/region/getUserRegions',
} as const;
const PAGE_CALL = 'bizmeta.page.schema' satisfies PrefetchCall;
export type PrefetchCall = keyof typeof PREFETCH_CALLS;
export interface PrefetchedResponse {
  status: number;
  data: unknown;
  headers: { date?: string };
}

type Input = Record<string, unknown>;
const pendingResponses = new Map<string, Promise<PrefetchedResponse>>();
const keyOf = (id: string, input: Input): string => `${id} ${JSON.stringify(input)}`;

async function toPrefetched(response: Response): Promise<PrefetchedResponse> {
  const data: unknown = await response.json().catch(() => undefined);
  return {
    status: response.status,
    data,
    headers: { date: response.headers.get('date') ?? undefined },
  };
}

/**
 * Sends the request now; `takePrefetched` returns its response to a later call with the same input.
 */
export function prefetch(id: PrefetchCall, input: Input, identity: Identity | null): void {
  const path = PREFETCH_CALLS[id].replace('{pageKey}', encodeURIComponent(String(input.pageKey)));
  const answer = fetch(`${path}?timestamp=${Date.now()}`, {
    headers: identityHeaders(identity),
  }).then(toPrefetched);
  answer.catch(() => undefined); // the caller that takes it handles the error
  pendingResponses.set(keyOf(id, input), answer);
}

/** Once: a later visit sends a request of its own. */
export function takePrefetched(id: string, input: Input): Promise<PrefetchedResponse> | undefined {
  const key = keyOf(id, input);
  const answer = pendingResponses.get(key);
  pendingResponses.delete(key);
  return answer;
}

/** The widget types named anywhere in a page document. */
export const widgetTypesIn = (document: unknown): string[] => [
  ...new Set(
    [...(JSON.stringify(document) ?? '').matchAll(/"type":"(\w+@\d+)"/g)].map((match) => match[1]!),
  ),
];

/**
 * Calls back with each prefetched page as soon as it is loaded; it can still be taken afterwards.
 */
export function onPagePrefetched(onPage: (document: unknown) => void): void {
  for (const [key, answer] of pendingResponses)
    if (key.startsWith(PAGE_CALL))
      answer.then(
        ({ data }) => onPage(data),
        () => undefined,
      );
}

/** As the contract names it; here again, since this script must not wait for the contract. */
export const SYSTEM_PAGES = 'huozi-system-pages';
/**
 * ?pages=system gives a builder the program's own pages until the browser is closed, so that no
 * page of the company's can lock it out; ?pages=own ends it.
 */
export function applyPagesParameter(search: string): void {
  const chosen = new URLSearchParams(search).get('pages');
  if (chosen === 'system') document.cookie = `${SYSTEM_PAGES}=1; path=/; SameSite=Strict`;
  if (chosen === 'own') document.cookie = `${SYSTEM_PAGES}=; path=/; SameSite=Strict; Max-Age=0`;
}
