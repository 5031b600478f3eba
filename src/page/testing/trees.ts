import fc from 'fast-check';
import type { Slot, Value } from '../../document/index.ts';
import type { PageDocument, PageNode } from '../model/document.ts';

/**
 * Random documents for property tests: any tree, any values, some slots with aliases, some left
 * empty.
 */
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'x/y', '', '中');
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Value>(
      null,
      true,
      0,
      1.5,
      '',
      '文字',
      { $x: 'state.a + 1' },
      { $t: '你好，{state.a}' },
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value;

interface Raw {
  type: string;
  props?: Record<string, Value>;
  when?: PageNode['when'];
  on?: PageNode['on'];
  note?: string;
  bind?: string;
  into: number;
  slot: string;
  alias: boolean;
  empty?: 'slots' | 'slot';
}
const raw: fc.Arbitrary<Raw> = fc.record(
  {
    type: fc.constantFrom('field@1', 'button@1', 'stack@1', 'section@1'),
    into: fc.nat(),
    slot: fc.constantFrom('default', 'side', '__proto__'),
    alias: fc.boolean(),
    props: fc.dictionary(key, value, { maxKeys: 3 }),
    note: fc.constantFrom('', '备注'),
    bind: fc.constantFrom('state.a', 'record.b'),
    when: fc.constantFrom({ visible: true }, { visible: { $x: 'state.a = 1' }, readonly: false }),
    on: fc.constantFrom({ click: [] }, { click: [{ do: 'back' }] }),
    empty: fc.constantFrom<'slots' | 'slot'>('slots', 'slot'),
  },
  { requiredKeys: ['type', 'into', 'slot', 'alias'] },
);

/**
 * Puts nodes into one tree: each hangs below an earlier one. Ids come from a small pool, so that
 * two documents share some.
 */
function build(raws: Raw[], ids: string[], head: Partial<PageDocument>): PageDocument {
  const nodes: Record<string, PageNode> = {};
  const used: string[] = [];
  raws.forEach(({ into, slot, alias, empty, ...rest }, i) => {
    const id = ids[i]!;
    Object.defineProperty(nodes, id, {
      value: {
        ...rest,
        ...(empty && {
          slots: empty === 'slots' ? {} : { side: alias ? { as: 'row', nodes: [] } : [] },
        }),
      },
      enumerable: true,
      configurable: true,
      writable: true,
    });
    if (i > 0) hang(nodes, used[into % used.length]!, slot, alias, id);
    used.push(id);
  });
  return { spec: 'page/1', key: 'a.b', rev: 1, title: '标题', ...head, root: ids[0]!, nodes };
}
function hang(
  nodes: Record<string, PageNode>,
  parent: string,
  slot: string,
  alias: boolean,
  id: string,
): void {
  const node = nodes[parent]!;
  const slots = { ...node.slots };
  const now: Slot | undefined = Object.hasOwn(slots, slot) ? slots[slot] : undefined;
  const next: Slot =
    now === undefined
      ? alias
        ? { as: 'row', nodes: [id] }
        : [id]
      : Array.isArray(now)
        ? [...now, id]
        : { ...now, nodes: [...now.nodes, id] };
  Object.defineProperty(slots, slot, {
    value: next,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  node.slots = slots;
}

const POOL = ['page', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'a/b', '__proto__'];
const head: fc.Arbitrary<Partial<PageDocument>> = fc.record(
  {
    title: fc.constantFrom<Value>('甲', { $t: '乙{state.a}' }),
    rev: fc.nat(3),
    state: fc.dictionary(
      key,
      fc.constantFrom({ type: 'text' as const }, { type: 'any' as const, init: 1 }),
      { maxKeys: 3 },
    ),
    sources: fc.dictionary(key, fc.constantFrom({ list: 'a' }, { list: 'b', size: 5 }), {
      maxKeys: 2,
    }),
    steps: fc.dictionary(
      key,
      fc.constantFrom(
        { do: [] },
        { params: { x: { type: 'text' as const } }, do: [{ do: 'back' }] },
      ),
      { maxKeys: 2 },
    ),
  },
  { requiredKeys: [] },
);

export const pageArb: fc.Arbitrary<PageDocument> = fc
  .tuple(
    fc.array(raw, { minLength: 1, maxLength: POOL.length }),
    fc.shuffledSubarray(POOL, { minLength: POOL.length }),
    head,
  )
  .map(([raws, ids, top]) => build(raws, ids, top));
/** Two documents with much in common: the same root and pool of ids. */
export const pairArb: fc.Arbitrary<[PageDocument, PageDocument]> = fc.tuple(pageArb, pageArb);
