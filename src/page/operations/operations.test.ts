import fc from 'fast-check';
import { describe as group, expect, it } from 'vitest';
import { same } from '../../document/index.ts';
import { treeProblems } from '../model/nested.ts';
import { sample } from '../testing/samples.ts';
import { pageArb, pairArb } from '../testing/trees.ts';
import type { PageDocument } from '../model/document.ts';
import { apply, diff, invert, merge3, OperationError, type PageOperation } from './index.ts';

const RUNS = { numRuns: 300 };
const expectSame = (a: unknown, b: unknown) => {
  if (!same(a, b)) expect(a).toEqual(b);
};
const frozen = (document: PageDocument): PageDocument => {
  const walk = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      Object.freeze(value);
      Object.values(value).forEach(walk);
    }
  };
  const copied = JSON.parse(JSON.stringify(document)) as PageDocument;
  walk(copied);
  return copied;
};

group('laws of operations', () => {
  it('applying the difference of two pages to the first gives the second', () => {
    fc.assert(
      fc.property(pairArb, ([a, b]) => {
        expectSame(apply(a, diff(a, b)), b);
      }),
      RUNS,
    );
  });
  it('a list of operations followed by its inverse changes nothing', () => {
    fc.assert(
      fc.property(pairArb, ([a, b]) => {
        const ops = diff(a, b);
        expectSame(apply(apply(a, ops), invert(a, ops)), a);
      }),
      RUNS,
    );
  });
  it('removing a branch whole can be undone', () => {
    fc.assert(
      fc.property(pageArb, fc.nat(), (page, pick) => {
        const ids = Object.keys(page.nodes).filter((id) => id !== page.root);
        if (ids.length === 0) return;
        const ops: PageOperation[] = [{ op: 'remove', id: ids[pick % ids.length]! }];
        expectSame(apply(apply(page, ops), invert(page, ops)), page);
      }),
      RUNS,
    );
  });
  it('setting anything can be undone, containers that had to be made included', () => {
    fc.assert(
      fc.property(
        pageArb,
        fc.constantFrom(
          ['props', 'a'],
          ['props', '__proto__'],
          ['when', 'visible'],
          ['note'],
          ['on', 'click'],
          ['props', 'p', 'q'],
        ),
        fc.option(fc.constantFrom(1, '值', true)),
        (page, path, value) => {
          const ops: PageOperation[] = [
            { op: 'set', id: page.root, path: [...path], ...(value !== null && { value }) },
          ];
          expectSame(apply(apply(page, ops), invert(page, ops)), page);
        },
      ),
      RUNS,
    );
  });
  it('nothing is changed in place', () => {
    fc.assert(
      fc.property(pairArb, ([a, b]) => {
        apply(frozen(a), diff(frozen(a), frozen(b)));
      }),
      { numRuns: 200 },
    );
  });
  it('equal pages differ in nothing', () => {
    fc.assert(
      fc.property(pageArb, (page) => {
        expect(diff(page, structuredClone(page))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
  it('siblings that keep their order are not moved', () => {
    const page = sample();
    const b = structuredClone(page);
    (b.nodes.page!.slots!.default as string[]).splice(1, 1);
    (b.nodes.page!.slots!.default as string[]).push('form');
    expect(diff(page, b)).toEqual([
      { op: 'move', id: 'form', to: { parent: 'page', slot: 'default', index: 3 } },
    ]);
  });
});

group('merging', () => {
  it('a side that changed nothing takes all of the other', () => {
    fc.assert(
      fc.property(pairArb, ([base, theirs]) => {
        const { ops, conflicts } = merge3(base, base, theirs);
        expect(conflicts).toEqual([]);
        expectSame(apply(base, ops), theirs);
        expect(merge3(base, theirs, base)).toEqual({ ops: [], conflicts: [] });
      }),
      RUNS,
    );
  });
  it('both sides the same is no conflict and nothing to do', () => {
    fc.assert(
      fc.property(pairArb, ([base, both]) => {
        expect(merge3(base, both, structuredClone(both)).ops).toEqual([]);
      }),
      RUNS,
    );
  });
  it('after any changes, the merge is one tree', () => {
    fc.assert(
      fc.property(pageArb, pageArb, pageArb, (base, ours, theirs) => {
        const { ops } = merge3(base, ours, theirs);
        const tree = treeProblems(apply(ours, ops));
        expect(tree).toEqual([]);
      }),
      RUNS,
    );
  });
  it('changes of different nodes and different props both stay; the same prop is a conflict that keeps ours', () => {
    const base = sample();
    const ours = structuredClone(base);
    const theirs = structuredClone(base);
    ours.nodes.new!.props!.text = '添加';
    theirs.nodes.new!.props!.text = '创建';
    theirs.nodes.new!.props!.icon = 'plus';
    theirs.nodes.added = { type: 'divider@1' };
    (theirs.nodes.page!.slots!.default as string[]).push('added');
    const { ops, conflicts } = merge3(base, ours, theirs);
    const merged = apply(ours, ops);
    expect(merged.nodes.new!.props).toEqual({ text: '添加', kind: 'primary', icon: 'plus' });
    expect(merged.nodes.page!.slots!.default).toContain('added');
    expect(conflicts).toMatchObject([
      { nodeId: 'new', path: ['props', 'text'], why: 'bothChanged', ours: '添加' },
    ]);
  });
  it('what they removed and we changed stays, and is shown', () => {
    const base = sample();
    const ours = structuredClone(base);
    const theirs = structuredClone(base);
    ours.nodes.qty!.note = '我们的';
    theirs.nodes.lines!.slots!.item = { as: 'line', nodes: [] };
    for (const id of ['qty', 'lines.item.field:line.label']) delete theirs.nodes[id];
    const { ops, conflicts } = merge3(base, ours, theirs);
    const merged = apply(ours, ops);
    expect(merged.nodes.qty).toBeDefined();
    expect(merged.nodes['lines.item.field:line.label']).toBeUndefined();
    expect(conflicts).toMatchObject([{ nodeId: 'qty', why: 'theyRemoved' }]);
  });
});

group('operations that do not fit', () => {
  it('are refused by name', () => {
    const page = sample();
    const refuse = (op: PageOperation) => expect(() => apply(page, [op])).toThrow(OperationError);
    refuse({ op: 'remove', id: 'nosuch' });
    refuse({
      op: 'insert',
      id: 'new',
      node: { type: 'text@1' },
      to: { parent: 'page', slot: 'default', index: 0 },
    });
    refuse({ op: 'move', id: 'page', to: { parent: 'form', slot: 'body', index: 0 } });
    refuse({
      op: 'insert',
      id: 'z',
      node: { type: 'text@1' },
      to: { parent: 'page', slot: 'default', index: 99 },
    });
    refuse({ op: 'set', path: ['nodes', 'new'], value: 1 });
    refuse({ op: 'set', id: 'form', path: ['slots'] });
  });
});
