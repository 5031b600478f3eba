import { readFileSync } from 'node:fs';
import type { BrowserContext, Page, Request } from '@playwright/test';

/**
 * One address of the product; `open` to those who are not signed in. `route` is the line of the
 * tables it is an address of, `page` the key of the page it shows; '' where the line leads
 * elsewhere.
 */
export interface Stop {
  path: string;
  open: boolean;
  route: string;
  page: string;
}
/** What a stop did wrong; nothing is good. */
export interface Finding {
  path: string;
  what: string;
}

interface Line {
  path: string;
  page?: string;
  shell?: string;
  access?: string;
}
type Params = Readonly<Record<string, string>>;
const ENTRIES = ['index', 'build', 'passport'] as const;
type Entry = (typeof ENTRIES)[number];

/**
 * Base address of an entry's pages: the main one has paths of its own, the others a document with a
 * hash route.
 */
const addressIn = (entry: Entry, path: string): string =>
  entry === 'index' ? path : `/${entry}.html#${path}`;
const linesOf = (entry: Entry): Line[] =>
  JSON.parse(readFileSync(`schemas/routes/${entry}.json`, 'utf8')) as Line[];
const namesIn = (pattern: string): string[] =>
  [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const has = (axis: readonly Params[], names: readonly string[]): boolean =>
  names.some((name) => name in (axis[0] ?? {}));

/**
 * Values for the parameters of routes: each axis is a list of values that belong together (an
 * object with a record of its own); `own` is for single routes.
 */
export interface RouteParameters {
  axes: readonly (readonly Params[])[];
  own: Readonly<Record<string, readonly Params[]>>;
  /** What a route is asked with behind its path, where its page needs it. */
  queries: Readonly<Record<string, string>>;
}
/**
 * Deeper addresses lead to the page of a shorter one, at another place in it: one of each kind is
 * enough.
 */
const isDeep = (names: readonly string[]): boolean =>
  names.includes('groupId') || names.includes('dataId');

interface Filled {
  path: string;
  params: Params;
}
/** Every way to fill a pattern in. */
function filled(pattern: string, { axes, own }: RouteParameters): Filled[] {
  if (pattern === '*') return [{ path: '/no/such/address/at/all', params: {} }];
  const names = namesIn(pattern);
  const fitting = axes
    .filter((axis) => has(axis, names))
    .map((axis) => (isDeep(names) ? axis.slice(0, 1) : axis));
  const sets =
    own[pattern] ??
    fitting.reduce<Params[]>(
      (made, axis) => made.flatMap((params) => axis.map((more) => ({ ...params, ...more }))),
      [{}],
    );
  return sets.map((params) => {
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined)
        throw new Error(`no value for :${name} of the route ${pattern}: give the walk one`);
      return encodeURIComponent(value);
    });
    return { path, params };
  });
}
const keyOf = (key: string, params: Params): string =>
  key.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);

/**
 * Parts of the product, walked in parallel. Together they cover all of it: what is in no other part
 * is in the application.
 */
export const PARTS = ['application', 'playground', 'build', 'passport'] as const;
export type Part = (typeof PARTS)[number];
const partOf = (entry: Entry, { path }: Line): Part =>
  entry === 'index'
    ? /^\/(playground|demo)(\/|$)/.test(path)
      ? 'playground'
      : 'application'
    : entry;
const linesOfPart = (part: Part): [Entry, Line][] =>
  ENTRIES.flatMap((entry) =>
    linesOf(entry).flatMap((line): [Entry, Line][] =>
      partOf(entry, line) === part ? [[entry, line]] : [],
    ),
  );

/** Every address of a part, by the tables of routes, once. */
export function stopsOf(part: Part, places: RouteParameters): Stop[] {
  const all = linesOfPart(part).flatMap(([entry, { path, page = '', access }]) =>
    filled(path, places).map((made): [string, Stop] => {
      const at = addressIn(entry, made.path + (places.queries[path] ?? ''));
      return [
        at,
        {
          path: at,
          open: access === 'anonymous',
          route: addressIn(entry, path),
          page: keyOf(page, made.params),
        },
      ];
    }),
  );
  return [...new Map(all).values()];
}

/** Keys of the pages of these stops, and of the shells around them. */
export function pagesOf(part: Part, stops: readonly Stop[]): string[] {
  const shells = linesOfPart(part).map(([, { shell = '' }]) => shell);
  return [...new Set([...stops.map(({ page }) => page), ...shells])].filter((key) => key !== '');
}

/** Every refused call is reported by the browser as well; that alone is no fault of the page. */
const isFault = (text: string): boolean =>
  !/^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_BLOCKED_BY_CLIENT)/.test(
    text,
  );
/** The page that shows what faults look like has some, which it says are drills. */
const DRILLS = '/demo/error';
const isDrill = (path: string, text: string): boolean => path === DRILLS && text.includes('演练');
/** A busy machine is no fault of a page: only what hangs takes longer. */
const MOST_MS = 60_000;

const STREAM = '/msg/events';
const REST_MS = 500;
/**
 * Waits until no request has been pending for a while. The stream of live events is open as long as
 * the page is.
 */
class Rest {
  private readonly under = new Set<Request>();
  private since = Date.now();
  constructor(page: Page) {
    const isLive = (request: Request): boolean => new URL(request.url()).pathname === STREAM;
    const isWorker = (request: Request): boolean =>
      page.workers().some((worker) => worker.url() === request.url());
    const ends = (request: Request): void => {
      if (this.under.delete(request)) this.since = Date.now();
    };
    page.on('request', (request) => {
      if (!isLive(request) && !isWorker(request)) this.under.add(request);
    });
    page.on('requestfinished', ends);
    page.on('requestfailed', ends);
    // The browser does not say when a worker's script has arrived; the worker itself says that it
    // has.
    page.on('worker', (worker) => {
      for (const request of this.under) if (request.url() === worker.url()) ends(request);
    });
  }
  get isBusy(): boolean {
    return this.under.size > 0;
  }
  /** Requests of the previous page do not count. */
  begins(): void {
    this.under.clear();
    this.since = Date.now();
  }
  async comes(): Promise<void> {
    // A page that fetches ten thousand rows in pages takes its time on a busy machine; one without
    // progress has failed.
    while (this.under.size > 0 || Date.now() - this.since < REST_MS) {
      if (Date.now() - this.since > MOST_MS)
        throw new Error(
          `still waits for ${[...this.under].map((request) => request.url()).join(' ')}`,
        );
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
}

/**
 * Examines the screen once it is idle. Error cards are only expected on the page that shows them.
 */
async function look(page: Page, path: string, rest: Rest): Promise<string[]> {
  const said: string[] = [];
  await page.locator('#root > *').first().waitFor({ timeout: MOST_MS });
  await page.locator('.hz-page-skeleton').first().waitFor({ state: 'detached', timeout: MOST_MS });
  if (path.startsWith('/playground/')) {
    await page
      .getByText(`renderers/${path.split('/').at(-1)}`, { exact: true })
      .waitFor({ state: 'attached', timeout: MOST_MS });
    await page
      .getByRole('region', { name: '运行中的示例' })
      .waitFor({ state: 'attached', timeout: MOST_MS });
  }
  do {
    await rest.comes();
    // On a busy machine what was fetched is not drawn yet, and drawing may fetch more.
    await page.evaluate(
      (ms) =>
        new Promise((rest) => {
          requestIdleCallback(rest, { timeout: ms });
        }),
      MOST_MS,
    );
  } while (rest.isBusy);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) said.push(`is ${wide} pixels wider than the screen`);
  const cards = await page.locator('.hz-error').allInnerTexts();
  if (path !== DRILLS)
    said.push(...cards.map((card) => `shows a fault: ${card.replaceAll('\n', ' · ')}`));
  return said;
}

/**
 * Pages are opened in parallel here, which no person does: their streams would take every
 * connection a browser has for one host. Blocked in the browser itself: requests a test answers are
 * not cached.
 */
async function withoutStream(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: [`*${STREAM}*`] });
}

const POLICY = 'content-security-policy';

/**
 * An answer that runs nothing of the product, but keeps the browser's process for its origin: from
 * an address without one each page starts another process, and compiles the product again.
 */
const BETWEEN = '/healthz';

/**
 * One window that goes from address to address. The first address of each route is opened as if
 * typed, in a window without the product; further addresses of the same route are reached inside
 * the page, as by a link. Loading the product again for each of ninety widgets takes most of a walk
 * and shows nothing new.
 */
class Window {
  private path = '';
  private route = '';
  private said: string[] = [];
  private constructor(
    private readonly page: Page,
    private readonly rest: Rest,
  ) {}

  static async opens(context: BrowserContext): Promise<Window> {
    const page = await context.newPage();
    await withoutStream(context, page);
    const window = new Window(page, new Rest(page));
    page.on('pageerror', (error) => window.said.push(`threw: ${error.message}`));
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        isFault(message.text()) &&
        !isDrill(window.path, message.text())
      )
        window.said.push(`complained: ${message.text()}`);
    });
    await page.exposeFunction('refusedByPolicy', (what: string) => {
      window.said.push(`was refused: ${what}`);
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        (globalThis as unknown as { refusedByPolicy(what: string): void }).refusedByPolicy(
          `${event.violatedDirective} ${event.blockedURI}`,
        );
      });
    });
    return window;
  }

  /** Opens one address; answers what was wrong there. */
  async visits(base: string, { path, route }: Stop): Promise<string[]> {
    const isNext = route === this.route;
    this.route = route;
    if (!isNext) await this.page.goto(base + BETWEEN);
    this.path = path;
    this.said = [];
    this.rest.begins();
    try {
      const policy = await (isNext ? this.goesOn(base + path) : this.types(base + path));
      const parts = policy.split(';').map((part) => part.trim());
      if (!parts.includes("script-src 'self'"))
        this.said.push(`came with the policy "${parts.join('; ')}"`);
      this.said.push(...(await look(this.page, path, this.rest)));
    } catch (error) {
      this.said.push(`did not come to rest: ${(error as Error).message.split('\n')[0]}`);
    }
    return this.said;
  }
  /** Loads the address; answers the policy it came with. */
  private async types(url: string): Promise<string> {
    const answer = await this.page.goto(url);
    return answer?.headers()[POLICY] ?? '';
  }
  /**
   * Goes to the address inside the page that is open; answers the policy the address comes with.
   */
  private async goesOn(url: string): Promise<string> {
    await this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, url);
    const answer = await this.page.request.get(url);
    return answer.headers()[POLICY] ?? '';
  }
  async closes(): Promise<void> {
    await this.page.close();
  }
}

/** Visits all addresses, a few at a time; answers what was wrong, each with its address. */
export async function walk(
  context: BrowserContext,
  base: string,
  stops: readonly Stop[],
  abreast: number,
): Promise<Finding[]> {
  const left = [...stops];
  const found: Finding[] = [];
  const stroll = async (): Promise<void> => {
    const window = await Window.opens(context);
    for (let stop = left.shift(); stop !== undefined; stop = left.shift()) {
      for (const what of await window.visits(base, stop)) found.push({ path: stop.path, what });
    }
    await window.closes();
  };
  await Promise.all(Array.from({ length: abreast }, stroll));
  return found;
}
