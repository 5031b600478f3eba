import { identityHeaders, type Identity } from './request.ts';

/**
 * Sends the first questions of a page while the application's code is still on its way. Tiny and
 * without imports of weight, as it must run first: a test keeps its addresses equal to the
 * contract's.
 */
export const EARLY_CALLS = {
  'bizmeta.page.schema': '/bizmeta/v1/page/{pageKey}/schema',
  'upm.region.profileSummary': '/upm/region/profile/summary',
  'upm.region.configInfo': '/upm/region/profile/config/info',
  'upm.region.getUserRegions': '/upm/region/getUserRegions',
} as const;
const PAGE_CALL = 'bizmeta.page.schema' satisfies EarlyCall;
export type EarlyCall = keyof typeof EARLY_CALLS;
export interface EarlyAnswer {
  status: number;
  data: unknown;
  headers: { date?: string };
}

type Input = Record<string, unknown>;
const sent = new Map<string, Promise<EarlyAnswer>>();
const keyOf = (id: string, input: Input): string => `${id} ${JSON.stringify(input)}`;

async function answerOf(response: Response): Promise<EarlyAnswer> {
  const data: unknown = await response.json().catch(() => undefined);
  return {
    status: response.status,
    data,
    headers: { date: response.headers.get('date') ?? undefined },
  };
}

/** Asks now; `takeEarly` gives the answer to whoever asks the same later. */
export function askEarly(id: EarlyCall, input: Input, identity: Identity | null): void {
  const path = EARLY_CALLS[id].replace('{pageKey}', encodeURIComponent(String(input.pageKey)));
  const answer = fetch(`${path}?timestamp=${Date.now()}`, {
    headers: identityHeaders(identity),
  }).then(answerOf);
  answer.catch(() => undefined); // whoever takes it hears of it
  sent.set(keyOf(id, input), answer);
}

/** Once: a later visit asks anew. */
export function takeEarly(id: string, input: Input): Promise<EarlyAnswer> | undefined {
  const key = keyOf(id, input);
  const answer = sent.get(key);
  sent.delete(key);
  return answer;
}

/** The widgets a page's document names, wherever they stand in it. */
export const typesIn = (document: unknown): string[] => [
  ...new Set(
    [...(JSON.stringify(document) ?? '').matchAll(/"type":"(\w+@\d+)"/g)].map((match) => match[1]!),
  ),
];

/**
 * Hears of each page that was asked for as soon as it is there; whoever takes it later gets it all
 * the same.
 */
export function onEarlyPages(tell: (document: unknown) => void): void {
  for (const [key, answer] of sent)
    if (key.startsWith(PAGE_CALL))
      answer.then(
        ({ data }) => tell(data),
        () => undefined,
      );
}

/** As the contract names it; here again, since this script must not wait for the contract. */
export const SYSTEM_PAGES = 'huozi-system-pages';
/**
 * ?pages=system gives a builder the program's own pages until the browser is closed, so that no
 * page of the company's can lock it out; ?pages=own ends it.
 */
export function choosePages(search: string): void {
  const chosen = new URLSearchParams(search).get('pages');
  if (chosen === 'system') document.cookie = `${SYSTEM_PAGES}=1; path=/; SameSite=Strict`;
  if (chosen === 'own') document.cookie = `${SYSTEM_PAGES}=; path=/; SameSite=Strict; Max-Age=0`;
}
