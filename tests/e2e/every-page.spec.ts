import type { BrowserContext } from '@playwright/test';
import { expect, test, type Person } from './fixtures.ts';
import { pagesOf, PARTS, stopsOf, walk } from './walk.ts';
import { collectRouteParameters } from './route-parameters.ts';

// Both workers walk: no part knows of another.
test.describe.configure({ mode: 'parallel' });

/** Pages beside each other keep the cores busy while one of them waits. */
const ABREAST = 4;
/** A walk takes a minute on an idle machine; a busy one is no failure. */
const PATIENCE_MS = 1_200_000;
const PHONE = { width: 390, height: 844 };
const baseOf = (person: Person): string => new URL(person.page.url()).origin;

/** Pages whose schema was asked for during a walk. */
function pagesAsked(context: BrowserContext): ReadonlySet<string> {
  const asked = new Set<string>();
  context.on('request', (request) => {
    const key = /\/page\/([^/]+)\/schema/.exec(request.url())?.[1];
    if (key) asked.add(decodeURIComponent(key));
  });
  return asked;
}

for (const part of PARTS) {
  test(`every page of the product opens within the policy, without a fault, and fits a phone: ${part}`, async ({
    person,
    browser,
  }) => {
    test.setTimeout(PATIENCE_MS);
    await person.isSignedIn('admin');
    await person.goesTo('/main');
    await person.page.setViewportSize(PHONE);
    const base = baseOf(person);
    const stops = stopsOf(part, await collectRouteParameters(person));
    const context = person.page.context();
    const stranger = await browser.newContext({ viewport: PHONE, locale: 'zh-CN' });
    const asked = [pagesAsked(context), pagesAsked(stranger)];
    await person.page.close();
    const found = [
      ...(await walk(
        context,
        base,
        stops.filter(({ open }) => !open),
        ABREAST,
      )),
      ...(await walk(
        stranger,
        base,
        stops.filter(({ open }) => open),
        ABREAST,
      )),
    ];
    await stranger.close();
    expect(found).toEqual([]);
    expect(
      pagesOf(part, stops).filter((key) => !asked.some((each) => each.has(key))),
      'pages of routes that did not open',
    ).toEqual([]);
  });
}

test('a script in the page or from elsewhere is refused, and the walk finds it', async ({
  person,
}) => {
  await person.isSignedIn('user');
  await person.goesTo('/main');
  const base = baseOf(person);
  const context = person.page.context();
  await context.route(
    (url) => url.pathname === '/main',
    async (route) => {
      const answer = await route.fetch();
      const planted = `<script>document.title = 'planted'</script><script src="https://elsewhere.invalid/x.js"></script>`;
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('</body>', `${planted}</body>`),
      });
    },
  );
  const found = await walk(
    context,
    base,
    [{ path: '/main', open: false, route: '/main', page: 'main.home' }],
    1,
  );
  expect(
    found
      .filter(({ what }) => what.startsWith('was refused: script-src-elem'))
      .map(({ path, what }) => `${path} ${what}`),
  ).toEqual([
    '/main was refused: script-src-elem inline',
    '/main was refused: script-src-elem https://elsewhere.invalid/x.js',
  ]);
});
