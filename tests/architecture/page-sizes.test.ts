import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NestedDocument, NestedNode } from '../../src/page/index.ts';
import { ROOT } from './tree.ts';

/** A page is read by people: what is longer is cut into blocks, what is deeper as well. */
const MAX_LINES = 400;
const MAX_DEEP = 20;
const folder = join(ROOT, 'schemas/pages');
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
const linesOf = (text: string): number => text.split('\n').length - 1;
const depthOf = (node: NestedNode): number =>
  1 +
  Math.max(
    0,
    ...Object.values(node.slots ?? {})
      .flatMap((slot) => (Array.isArray(slot) ? slot : slot.nodes))
      .map(depthOf),
  );

describe('pages of the program', () => {
  it('are no longer than a person reads', () => {
    const longer = pages
      .map(({ path, text }) => ({ path, lines: linesOf(text) }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(longer).toEqual([]);
  });
  it('are no deeper than a person follows', () => {
    const deeper = pages
      .map(({ path, text }) => ({ path, deep: depthOf((JSON.parse(text) as NestedDocument).body) }))
      .filter(({ deep }) => deep > MAX_DEEP);
    expect(deeper).toEqual([]);
  });
});
