import { expect, test, type Person } from './fixtures.ts';
import { hasReadableContrast, isAccessible } from './reader.ts';

const isDark = ({ page }: Person) =>
  expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark');
const isLight = ({ page }: Person) =>
  expect(page.locator('body')).not.toHaveAttribute('arco-theme');

test('a person chooses dark: it stays on this device, also signed out, until the device decides again', async ({
  person,
}) => {
  const { page } = person;
  const chooses = async (who: Person, scheme: string): Promise<void> => {
    await who.page.getByRole('button', { name: '用户菜单' }).click();
    await who.page.getByRole('menuitem', { name: scheme }).click();
  };
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await person.readsHeading(/^你好，/);
  await isLight(person);
  await chooses(person, '深色');
  await isDark(person);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await isAccessible(person);
  await page.keyboard.press('Escape');
  await hasReadableContrast(person);
  await page.reload();
  await isDark(person);

  const tab = await person.opensTab('/main');
  await tab.readsHeading(/^你好，/);
  await isDark(tab);
  await chooses(tab, '浅色');
  await isLight(tab);
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await isLight(person);
  await chooses(person, '深色');
  await person.signsOut();
  await isDark(person);
  await hasReadableContrast(person);

  await person.fillsLogin('user', 'Huozi@2026');
  await person.readsHeading(/^你好，/);
  await isDark(person);
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooses(person, '浅色');
  await isLight(person);
  await chooses(person, '跟随系统');
  await isDark(person);
  await page.emulateMedia({ colorScheme: 'light' });
  await isLight(person);
});
