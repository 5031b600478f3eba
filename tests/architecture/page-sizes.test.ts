import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NestedDocument, NestedNode } from '../../src/page/index.ts';
import { ROOT } from './tree.ts';

/** A page is read by people: what is longer is cut into blocks, what is deeper as well. */
const MAX_LINES = 400;
const MAX_DEEP = 20;
/**
 * Pages that are longer still, and how long: never raise a figure, and take out what no longer is.
 * Their tabs and drawers share cells with what is around them, which a block does not see; they are
 * to be cut along their sources.
 */
const LONGER: Readonly<Record<string, number>> = {
  'block/messages.json': 622,
  'build/object.json': 2151,
  'build/page.json': 1140,
  'build/pages.json': 542,
  'build/smartForm.json': 1718,
  'shell/main.json': 431,
  'system/codeRules.json': 548,
  'system/dict.json': 605,
  'system/organization.json': 761,
  'system/roles.json': 898,
  'system/sms.json': 621,
  'system/users.json': 1533,
  'system/workGroups.json': 596,
};

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
      .filter(({ path, lines }) => lines > (LONGER[path] ?? MAX_LINES));
    expect(longer).toEqual([]);
  });
  it('and the list of those that are only becomes shorter', () => {
    const known = new Map(pages.map(({ path, text }) => [path, linesOf(text)]));
    const done = Object.keys(LONGER).filter((path) => (known.get(path) ?? 0) <= MAX_LINES);
    expect(done).toEqual([]);
  });
  it('are no deeper than a person follows', () => {
    const deeper = pages
      .map(({ path, text }) => ({ path, deep: depthOf((JSON.parse(text) as NestedDocument).body) }))
      .filter(({ deep }) => deep > MAX_DEEP);
    expect(deeper).toEqual([]);
  });
});
