import fc from 'fast-check';
import { describe as group, expect, it } from 'vitest';
import type { Take } from '../../contract/index.ts';
import type { PageDocument } from '../model/document.ts';
import { same } from '../../document/index.ts';
import { treeProblems } from '../model/nested.ts';
import { sample, widgets } from '../testing/samples.ts';
import { pageArb } from '../testing/trees.ts';
import { reconcile, type Reconciled } from './index.ts';

type Change = (page: PageDocument) => void;
const changed = (change: Change): PageDocument => {
  const page = sample();
  change(page);
  return page;
};
const merge = (mine: Change, theirs: Change, take?: Take): Reconciled => {
  const sides = [sample(), changed(mine), changed(theirs)] as const;
  const first = reconcile(...sides, [], { widgets });
  return take === undefined
    ? first
    : reconcile(
        ...sides,
        first.conflicts.map(({ id }) => ({ id, take })),
        { widgets },
      );
};
const rename =
  (text: string): Change =>
  (page) => {
    page.nodes.new!.props!.text = text;
  };
const drop =
  (...ids: string[]): Change =>
  (page) => {
    for (const id of ids) delete page.nodes[id];
    for (const { slots } of Object.values(page.nodes))
      for (const [name, slot] of Object.entries(slots ?? {}))
        slots![name] = Array.isArray(slot)
          ? slot.filter((id) => !ids.includes(id))
          : { ...slot, nodes: slot.nodes.filter((id) => !ids.includes(id)) };
  };
const bodyFields = (page: PageDocument): string[] => page.nodes.form!.slots!.body as string[];

group('a conflict', () => {
  it('is described in words, with both values, and retains mine until something is chosen', () => {
    const { document, conflicts } = merge(rename('添加'), rename('创建'));
    expect(document.nodes.new!.props!.text).toBe('添加');
    expect(conflicts).toEqual([
      {
        id: expect.any(String),
        nodeId: 'new',
        path: ['props', 'text'],
        why: 'bothChanged',
        words: '按钮“新建”的文字',
        mine: '添加',
        theirs: '创建',
        mineWords: '改为“添加”',
        theirsWords: '改为“创建”',
        takes: ['mine', 'theirs'],
      },
    ]);
  });
  it('is resolved by a choice, either way', () => {
    expect(merge(rename('添加'), rename('创建'), 'mine')).toMatchObject({
      conflicts: [],
      document: { nodes: { new: { props: { text: '添加' } } } },
    });
    expect(merge(rename('添加'), rename('创建'), 'theirs')).toMatchObject({
      conflicts: [],
      document: { nodes: { new: { props: { text: '创建' } } } },
    });
  });
  it('that changed since it was chosen about is asked again', () => {
    const { conflicts } = merge(rename('添加'), rename('创建'));
    const later = reconcile(sample(), changed(rename('添加')), changed(rename('新增')), [
      { id: conflicts[0]!.id, take: 'theirs' },
    ]);
    expect(later.conflicts).toHaveLength(1);
    expect(later.document.nodes.new!.props!.text).toBe('添加');
  });
});

it('columns both sides added to one list are no conflict', () => {
  const columns =
    (...fields: string[]): Change =>
    (page) => {
      page.nodes.new!.props!.columns = fields;
    };
  const { document, conflicts } = reconcile(
    changed(columns('a')),
    changed(columns('a', 'mine')),
    changed(columns('theirs', 'a')),
  );
  expect([document.nodes.new!.props!.columns, conflicts]).toEqual([['theirs', 'a', 'mine'], []]);
});

group('taking theirs', () => {
  it('restores what I removed, with everything below, as they have it', () => {
    const { document, conflicts } = merge(drop('head', 'new'), rename('创建'), 'theirs');
    expect(conflicts).toEqual([]);
    expect(document.nodes.head!.slots!.end).toEqual(['new']);
    expect(document.nodes.new!.props!.text).toBe('创建');
    expect((document.nodes.page!.slots!.default as string[])[0]).toBe('head');
  });
  it('removes what they removed though I had changed it', () => {
    const theirs = drop('new');
    expect(merge(rename('添加'), theirs).document.nodes.new).toBeDefined();
    expect(merge(rename('添加'), theirs, 'theirs').document.nodes.new).toBeUndefined();
  });
  it('moves to where they moved it', () => {
    const to =
      (slot: string): Change =>
      (page) => {
        const [id] = bodyFields(page).splice(0, 1);
        (page.nodes[slot]!.slots![Object.keys(page.nodes[slot]!.slots!)[0]!] as string[]).push(id!);
      };
    const id = bodyFields(sample())[0]!;
    const { conflicts } = merge(to('head'), to('page'));
    expect(conflicts).toMatchObject([
      { why: 'bothMoved', theirsWords: expect.stringContaining('移到了') },
    ]);
    expect(merge(to('head'), to('page'), 'theirs').document.nodes.page!.slots!.default).toContain(
      id,
    );
  });
  it('takes their node where both made one of the same id', () => {
    const add =
      (text: string): Change =>
      (page) => {
        page.nodes.extra = { type: 'text@1', props: { text } };
        (page.nodes.page!.slots!.default as string[]).push('extra');
      };
    expect(merge(add('我'), add('他'), 'mine').document.nodes.extra!.props!.text).toBe('我');
    expect(merge(add('我'), add('他'), 'theirs').document.nodes.extra!.props!.text).toBe('他');
  });
});

group('laws', () => {
  const RUNS = { numRuns: 300 };
  it('choosing about everything leaves one tree and only what cannot be taken', () => {
    fc.assert(
      fc.property(
        pageArb,
        pageArb,
        pageArb,
        fc.constantFrom<Take>('mine', 'theirs'),
        (base, mine, theirs, take) => {
          const first = reconcile(base, mine, theirs);
          const { document, conflicts } = reconcile(
            base,
            mine,
            theirs,
            first.conflicts.map((conflict) => ({
              id: conflict.id,
              take: conflict.takes.includes(take) ? take : 'mine',
            })),
          );
          expect(treeProblems(document)).toEqual([]);
          if (take === 'mine') expect(conflicts).toEqual([]);
          expect(conflicts.every(({ takes }) => !takes.includes('theirs'))).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  });
  it('edits of different nodes are both applied, in either order', () => {
    fc.assert(
      fc.property(pageArb, fc.nat(), fc.nat(), (base, a, b) => {
        const ids = Object.keys(base.nodes);
        const [one, two] = [ids[a % ids.length]!, ids[b % ids.length]!];
        fc.pre(one !== two);
        const note = (id: string, page: PageDocument): PageDocument => {
          const next = structuredClone(page);
          next.nodes[id]!.note = `改了 ${id}`;
          return next;
        };
        const both = note(two, note(one, base));
        const [first, second] = [
          reconcile(base, note(one, base), note(two, base)),
          reconcile(base, note(two, base), note(one, base)),
        ];
        expect([first.conflicts, second.conflicts]).toEqual([[], []]);
        expect(same(first.document, both) && same(second.document, both)).toBe(true);
      }),
      RUNS,
    );
  });
});
