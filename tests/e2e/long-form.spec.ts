import type { Page } from '@playwright/test';
import { flatten } from '../../src/page/index.ts';
import { expect, test, type Person } from './fixtures.ts';

const FIELDS = 300;
const label = (at: number): string => `第 ${at} 项内容`;

/** A page of thirty sections of ten fields; every tenth a number, the last one required. */
function longForm(): object {
  const names = Array.from({ length: FIELDS }, (_, at) => `f${at}`);
  const properties = Object.fromEntries(
    names.map((name, at) => [
      name,
      {
        title: label(at),
        ...(at % 10 === 1 ? { type: 'number', default: 1 } : { type: 'string' }),
        ...(at === 207 && { default: '埋得很深的一句话' }),
      },
    ]),
  );
  const sections = Array.from({ length: FIELDS / 10 }, (_, part) => ({
    type: 'section@1',
    props: { title: `第 ${part} 组` },
    slots: {
      body: names
        .slice(part * 10, part * 10 + 10)
        .map((name) => ({ id: name, type: 'field@1', bind: `order.${name}` })),
    },
  }));
  return flatten({
    spec: 'page/1',
    key: 'main.home',
    rev: 1,
    title: '长表单',
    forms: { order: { schema: { type: 'object', required: [`f${FIELDS - 1}`], properties } } },
    body: {
      type: 'form@1',
      bind: 'order',
      props: { label: '长表单' },
      on: { submit: [{ do: 'validate', args: { form: 'order' } }] },
      slots: {
        body: [{ type: 'formErrors@1', bind: 'order' }, ...sections],
        footer: [{ type: 'button@1', props: { text: '提交', submit: true } }],
      },
    },
  } as never);
}
/** The home page is a long form, for this window only. */
async function opensLongForm(person: Person): Promise<Page> {
  const { page } = person;
  await page.route('**/page/main.home/schema*', (route) =>
    route.fulfill({
      json: { code: 200, msg: '', data: { origin: 'company', allows: [], document: longForm() } },
    }),
  );
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await expect(page.getByRole('textbox', { name: label(0), exact: true })).toBeVisible();
  return page;
}
const field = (page: Page, at: number) =>
  page.getByRole('textbox', { name: label(at), exact: true });
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '');
const inputs = (page: Page): Promise<number> => page.locator('form input').count();

/** A field that comes near is drawn as an input: the label that was found may be gone by then. */
const scrollsTo = (page: Page, at: number): Promise<void> =>
  expect(() => page.getByText(label(at), { exact: true }).scrollIntoViewIfNeeded()).toPass();

test('a long form is filled in like a short one: found, walked, scrolled, sent back to what is missing', async ({
  person,
}) => {
  const page = await opensLongForm(person);
  await expect.poll(() => inputs(page)).toBeLessThan(120);
  for (const at of [29, 150, FIELDS - 1])
    await expect(page.getByText(label(at), { exact: true })).toBeAttached();

  // The browser's own search finds text far below; it scrolls there, and the field is an input by
  // then.
  expect(
    await page.evaluate(() =>
      (window as unknown as { find(text: string): boolean }).find('埋得很深的一句话'),
    ),
  ).toBe(true);
  await page.evaluate(() => getSelection()?.anchorNode?.parentElement?.scrollIntoView());
  await expect(field(page, 207)).toBeInViewport();
  await expect(field(page, 207)).toHaveValue('埋得很深的一句话');

  // Tab stops at every field, however quickly it is pressed.
  await field(page, 207).focus();
  const walked: string[] = [];
  for (let at = 207; at < 260; at++) {
    walked.push(await focused(page));
    await page.keyboard.press('Tab');
  }
  expect(walked).toEqual(Array.from({ length: 53 }, (_, at) => label(207 + at)));
  for (let at = 260; at > 190; at--) await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe(label(190));
  await page.keyboard.type('写在这里');

  // What was typed is there after a walk through the whole form, and the form has not grown with
  // it.
  await page.mouse.move(720, 450);
  await field(page, 190).blur();
  for (const to of [0, 299, 100, 250, 0]) {
    await scrollsTo(page, to);
    await expect(field(page, to)).toBeInViewport();
  }
  await expect.poll(() => inputs(page)).toBeLessThan(FIELDS);
  await expect(page.getByText('写在这里').or(field(page, 190))).toBeAttached();
  await scrollsTo(page, 190);
  await expect(field(page, 190)).toHaveValue('写在这里');

  await scrollsTo(page, 0);
  await page.keyboard.press('Control+s');
  await expect(field(page, FIELDS - 1)).toBeFocused();
  await expect(field(page, FIELDS - 1)).toBeInViewport();
  await person.sees(`请填写${label(FIELDS - 1)}`);
});
