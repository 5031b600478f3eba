import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const ENTRIES = ['passport', 'index', 'build'];

test('a first screen stays light, and brings nothing that only designers need', () => {
  // Fails, with what each entry weighs, above the limit.
  execFileSync(process.execPath, ['scripts/size.mjs']);
  for (const entry of ENTRIES) {
    const html = readFileSync(`dist/web/${entry}.html`, 'utf8');
    // The catalogue of widgets, with what every property means, is for checking documents.
    expect(html).not.toMatch(/assets\/(widgets|actions|page\.schema)-/);
    // What asks the server first waits for nothing but its own chunks.
    const script = readFileSync(`dist/web/${/src="\/(assets\/[^"]+)"/.exec(html)![1]!}`, 'utf8');
    expect(script).not.toMatch(/from\s*"\.\/(vendor|small-views|start)-/);
    // Our sizes and colours build on Arco's: in any other order Arco's would win.
    const styles = [...html.matchAll(/stylesheet"[^>]+href="\/([^"]+)"/g)]
      .map(([, path]) => readFileSync(`dist/web/${path}`, 'utf8'))
      .join('');
    expect(styles.lastIndexOf('--hz-gap-1:')).toBeGreaterThan(styles.lastIndexOf('--red-1:'));
  }
});
