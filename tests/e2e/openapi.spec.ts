import { expect, test } from './fixtures.ts';

test('a developer tries a call out where they read about it, on any host', async ({ person }) => {
  const { page } = person;
  // The document names the host of PUBLIC_URL, which is localhost here; the story is at 127.0.0.1.
  await person.goesTo('/openapi.html');
  expect(new URL(page.url()).hostname).not.toBe('localhost');
  await page.getByPlaceholder('Filter by tag or path').fill('/anno/dashboard');
  await page.locator('.opblock-tag').filter({ hasText: 'upm' }).click();
  const call = page.locator('.opblock').filter({ hasText: 'upm.anno.dashboard' });
  await call.locator('.opblock-summary-control').first().click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  await expect(call.locator('.live-responses-table .response-col_status').last()).toHaveText(
    /^200/,
  );
});
