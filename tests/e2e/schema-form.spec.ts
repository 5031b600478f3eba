import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Theme } from '../fixtures/rjsf/page.tsx';
import { samples, type Step } from '../fixtures/rjsf/samples.ts';

const ORIGIN = 'http://rjsf.test';
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css' };
let built = '';
test.beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'huozi-rjsf-'));
  writeFileSync(
    join(built, 'index.html'),
    `<!doctype html><meta charset="utf-8"><div id="form"></div><script type="module" src="${join(process.cwd(), 'tests/fixtures/rjsf/page.tsx')}"></script>`,
  );
  await build({
    configFile: false,
    root: built,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { target: 'es2022', minify: false, chunkSizeWarningLimit: 1e5 },
  });
});
test.afterAll(() => rmSync(built, { recursive: true, force: true }));

const field = (page: Page, id: string) => page.locator(`[id="${id}"]`);
async function does(page: Page, step: Step): Promise<void> {
  const [kind, id] = step;
  const target = field(page, id);
  if (kind === 'press') await target.click();
  else if (kind === 'type') await target.fill(step[2]);
  else if (await target.evaluate((element) => element.matches('select')))
    await target.selectOption({ label: step[2] });
  else {
    await target.click();
    await page.getByRole('option', { name: step[2], exact: true }).click();
  }
}
/** The fields there are, by rjsf's ids; each option of a group of boxes counts as its field. */
const fieldsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id^=root]')]
      .filter((element) => element.matches('input, select, textarea, button, [role]'))
      .map(({ id }) => id.replace(/-\d+$/, ''))
      .filter((id) => !id.includes('__'));
    return [...new Set(ids)].sort();
  });

interface Outcome {
  before: string[];
  after: string[];
  value: unknown;
  errors: {
    property?: string | undefined;
    name?: string | undefined;
    message?: string | undefined;
    schemaPath?: string | undefined;
  }[];
}
async function outcomeOf(page: Page, theme: Theme, at: number): Promise<Outcome> {
  await page.evaluate(([which, i]) => window.openSample(which, i), [theme, at] as const);
  await expect(page.locator('#form button[type=submit]')).toBeVisible();
  const before = await fieldsOf(page);
  for (const step of samples[at]!.steps ?? []) await does(page, step);
  const after = await fieldsOf(page);
  await page.locator('#form button[type=submit]').click();
  await page.waitForFunction(() => window.opened.errors !== null);
  const { value, errors } = await page.evaluate(() => window.opened);
  return { before, after, value, errors: [...errors!] };
}

const ofAlternative = ({ schemaPath = '', name = '' }: Outcome['errors'][number]): boolean =>
  /\/(anyOf|oneOf|contains)\//.test(schemaPath) || ['anyOf', 'oneOf', 'if'].includes(name);
/** ajv writes .a.0, and .a at the top without its point. */
const placeOf = ({ property = '' }: { property?: string | undefined }): string =>
  property.replace(/^\./, '');
/**
 * Where the faults are and what is said. Of alternatives ajv reports every branch, our checker the one
 * that was meant: those have to be among ajv's.
 */
function expectSameErrors(core: Outcome, ours: Outcome): void {
  const said = (error: Outcome['errors'][number]) => `${placeOf(error)}: ${error.message}`;
  const own = ours.errors.map(said);
  for (const error of core.errors.filter(
    (each) => !ofAlternative(each) && each.name !== 'uniqueItems',
  ))
    expect(own).toContain(said(error));
  const places = core.errors.map(placeOf);
  for (const error of ours.errors) expect(places).toContain(placeOf(error));
  expect(ours.errors.length === 0).toBe(core.errors.length === 0);
  for (const { message } of ours.errors) expect(message).toMatch(/[\u4e00-\u9fff]/);
}

test('our forms of any schema have the fields, the values and the faults of rjsf’s own', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = join(built, 'dist', path === '/' ? 'index.html' : path);
    return route.fulfill({
      body: readFileSync(file),
      contentType: TYPES[extname(file)] ?? 'text/javascript',
    });
  });
  await page.goto(`${ORIGIN}/`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  for (const [at, { name }] of samples.entries())
    await test.step(name, async () => {
      const core = await outcomeOf(page, 'core', at);
      const ours = await outcomeOf(page, 'ours', at);
      expect({ name, ...ours, errors: [] }).toEqual({ name, ...core, errors: [] });
      expectSameErrors(core, ours);
    });
  expect(complaints).toEqual([]);
});
