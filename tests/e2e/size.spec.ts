import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const ENTRIES = ['passport', 'index', 'build'];

test('a first screen stays light, and brings nothing that only designers need', () => {
  // Fails, with what each entry weighs, above the limit.
  execFileSync(process.execPath, ['scripts/size.mjs']);
  for (const entry of ENTRIES) {
    // The catalogue of widgets, with what every property means, is for checking documents.
    expect(readFileSync(`dist/web/${entry}.html`, 'utf8')).not.toMatch(
      /assets\/(widgets|actions|page\.schema)-/,
    );
  }
});
