import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentNode, NodeDocument } from '../index.ts';
import {
  layoutTree,
  neighbour,
  placeNear,
  touches,
  type LayoutBox,
  type LayoutRules,
} from './index.ts';

const SIDE = new Set(['branches']);
const rules = (document: NodeDocument, folded: Iterable<string> = []): LayoutRules => ({
  sideBySide: SIDE,
  folded: new Set(folded),
  gapX: 40,
  gapY: 50,
  sizeOf: (id) => {
    if (id === document.root) return undefined;
    return document.nodes[id]!.type === 'fork@1'
      ? { width: 120, height: 32 }
      : { width: 220, height: 80 };
  },
});
const overlap = (one: LayoutBox, other: LayoutBox): boolean =>
  one.x + one.width > other.x &&
  other.x + other.width > one.x &&
  one.y + one.height > other.y &&
  other.y + other.height > one.y;
const step = (): DocumentNode => ({ type: 'step@1' });
const flow = (): NodeDocument => ({
  root: 'flow',
  nodes: {
    flow: { type: 'flow@1', slots: { steps: ['start', 'amount', 'end'] } },
    start: step(),
    amount: { type: 'fork@1', slots: { branches: ['large', 'other'] } },
    large: { type: 'branch@1', slots: { steps: ['boss', 'board'] } },
    boss: step(),
    board: step(),
    other: { type: 'branch@1', slots: { steps: [] } },
    end: step(),
  },
});

/** A random tree of lists and forks; ids are numbers in document order. */
const tree = fc
  .tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 120 }), fc.nat(5))
  .map(([choices]) => grow(choices));
function grow(choices: readonly number[]): NodeDocument {
  const nodes: NodeDocument['nodes'] = { flow: { type: 'flow@1', slots: { steps: [] } } };
  const lists = [{ ids: nodes['flow']!.slots!['steps'] as string[], depth: 1 }];
  choices.forEach((choice, at) => {
    const { ids, depth } = lists[choice % lists.length]!;
    const id = `n${at}`;
    ids.push(id);
    nodes[id] = step();
    if (choice < 6 || depth > 8) return;
    const branches = Array.from({ length: choice - 5 }, (_, number) => `${id}b${number}`);
    nodes[id] = { type: 'fork@1', slots: { branches } };
    for (const branch of branches) {
      const inner: string[] = [];
      nodes[branch] = { type: 'branch@1', slots: { steps: inner } };
      lists.push({ ids: inner, depth: depth + 2 });
    }
  });
  return { root: 'flow', nodes };
}

describe('a tree from top to bottom', () => {
  it('lists go down, branches lie side by side and meet again', () => {
    const document = flow();
    const layout = layoutTree(document, rules(document));
    const box = (id: string) => layout.boxes.find((each) => each.id === id)!;
    expect(box('large').y).toBe(box('other').y);
    expect(box('other').x - box('large').x).toBe(260);
    expect(box('end').y).toBe(box('board').y + 80 + 50 + 50);
    const axes = ['start', 'amount', 'end'].map((id) => box(id).x + box(id).width / 2);
    expect(new Set(axes)).toEqual(new Set([240]));
    const [between, lines] = [true, false].map((side) =>
      layout.places
        .filter(({ beside }) => beside === side)
        .map(({ parent, index }) => `${parent}/${index}`),
    );
    expect(between).toEqual(['amount/0', 'amount/1', 'amount/2']);
    expect(lines).toEqual(['flow/1', 'large/0', 'large/1', 'large/2', 'other/0', 'flow/2']);
    expect([layout.width, layout.height]).toEqual([480, box('end').y + 80]);
  });

  it('a folded node hides what is below it and says how much that is', () => {
    const document = flow();
    const layout = layoutTree(document, rules(document, ['amount']));
    expect(layout.boxes.map(({ id, hidden }) => [id, hidden])).toEqual([
      ['start', 0],
      ['amount', 4],
      ['end', 0],
    ]);
    expect(layout.width).toBe(220);
  });

  it('any JSON is drawn: missing, repeated and circular nodes are left out', () => {
    const document = flow();
    document.nodes['other']!.slots!['steps'] = ['boss', 'nowhere', 'amount', 'flow'];
    const layout = layoutTree(document, rules(document));
    expect(layout.boxes).toHaveLength(7);
  });

  it('arrows walk along the lines and to the side', () => {
    const document = flow();
    const drawn = { document, sideBySide: SIDE, layout: layoutTree(document, rules(document)) };
    const walk = (from: string, ...ways: ('up' | 'down' | 'left' | 'right')[]) =>
      ways.reduce<string | undefined>((at, way) => at && neighbour(drawn, at, way), from);
    expect(walk('start', 'down', 'down', 'down', 'down', 'down')).toBe('end');
    expect(walk('other', 'down')).toBe('end');
    expect(walk('end', 'up', 'up')).toBe('start');
    expect(walk('board', 'up', 'up', 'up')).toBe('amount');
    expect(walk('large', 'right')).toBe('other');
    expect(walk('other', 'left')).toBe('large');
    expect(walk('end', 'down')).toBeUndefined();
  });

  it('the nearest place is found within a distance', () => {
    const document = flow();
    const { places } = layoutTree(document, rules(document));
    const { x, y } = places.find(({ parent, index }) => parent === 'large' && index === 2)!;
    expect(placeNear(places, { x: x + 9, y: y - 9 }, 60)).toMatchObject({ parent: 'large' });
    expect(placeNear(places, { x: x - 900, y }, 60)).toBeUndefined();
  });
});

describe('whatever the tree', () => {
  it('no boxes overlap, all are within the whole, every place is on a line', () => {
    fc.assert(
      fc.property(tree, fc.array(fc.nat(120), { maxLength: 4 }), (document, folds) => {
        const layout = layoutTree(
          document,
          rules(
            document,
            folds.map((number) => `n${number}`),
          ),
        );
        const { boxes } = layout;
        const overlaps = boxes.flatMap((one, at) =>
          boxes.slice(at + 1).filter((other) => overlap(one, other)),
        );
        expect(overlaps).toEqual([]);
        const outside = boxes.filter(
          ({ x, y, width, height }) =>
            x < 0 || x + width > layout.width || y + height > layout.height,
        );
        expect(outside).toEqual([]);
        const drawn = new Set(boxes.map(({ id }) => id));
        expect(boxes.length + boxes.reduce((sum, { hidden }) => sum + hidden, 0)).toBe(
          Object.keys(document.nodes).length - 1,
        );
        const loose = layout.places.filter(
          ({ parent, x, y, beside }) =>
            (parent !== document.root && !drawn.has(parent)) ||
            (!beside &&
              !layout.edges.some(({ points }) =>
                touches({ x, y, width: 0, height: 0 }, ...points),
              )),
        );
        expect(loose).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('lines cross no box', () => {
    fc.assert(
      fc.property(tree, (document) => {
        const { boxes, edges } = layoutTree(document, rules(document));
        const inner = boxes.map((box) => ({
          x: box.x + 1,
          y: box.y + 1,
          width: box.width - 2,
          height: box.height - 2,
        }));
        const crossing = edges.filter(({ points }) =>
          points
            .slice(1)
            .some((point, at) => inner.some((box) => touches(box, points[at]!, point))),
        );
        expect(crossing).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('300 nodes take a few milliseconds', () => {
    const document = grow(Array.from({ length: 200 }, (_, at) => (at * 7) % 10));
    expect(Object.keys(document.nodes).length).toBeGreaterThan(300);
    const times = Array.from({ length: 9 }, () => {
      const begin = performance.now();
      layoutTree(document, rules(document));
      return performance.now() - begin;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  });
});
