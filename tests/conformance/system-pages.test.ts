import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCatalogue, flatten, validatePage, type NestedDocument } from '../../src/page/index.ts';

const read = (path: string): never => JSON.parse(readFileSync(path, 'utf8')) as never;
const files = readdirSync('schemas/pages', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);
const catalogues = {
  widgets: read('schemas/widgets.json'),
  actions: read('schemas/actions.json'),
  calls: callCatalogue(),
  block: (key: string) => blocks.get(key),
};
const blocks = new Map(
  files
    .filter((file) => file.startsWith('block/'))
    .map((file) => flatten(read(join('schemas/pages', file)) as NestedDocument))
    .map((block) => [block.key, block]),
);

describe('the system’s own pages', () => {
  it.each(files)('%s is a page that validates without a problem', (file) => {
    expect(
      validatePage(read(join('schemas/pages', file)), catalogues).problems.map(
        ({ path, msg }) => `${path}: ${msg}`,
      ),
    ).toEqual([]);
  });

  it.each(files)('%s is named after its key', (file) => {
    expect((read(join('schemas/pages', file)) as { key: string }).key).toBe(
      file.replace(/\.json$/, '').replace(/\//g, '.'),
    );
  });
});
