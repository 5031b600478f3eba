import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names of settings a README says, each once. */
const settingsIn = (name: string): string[] => {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  return [...new Set(text.match(/(?<=`)[A-Z][A-Z_]{3,}(?=`)/gu))].toSorted();
};

test('both languages of the README name the same settings', () => {
  const settings = settingsIn('README.md');
  expect(settings.length).toBeGreaterThan(20);
  expect(settingsIn('README.en.md')).toEqual(settings);
});
