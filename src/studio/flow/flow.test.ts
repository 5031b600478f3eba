import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentTools, EditedDocument, Wish } from '../../../machines/index.ts';
import { treeProblems } from '../../document/index.ts';
import { FLOW_KIND, type FlowDocument } from '../../flow/index.ts';
import { flowTools } from './index.ts';

const FIELDS = [
  { apiName: 'amount', label: '金额', type: 'currency' },
  { apiName: 'boss', label: '上级', type: 'user' },
] as never;
/** Ids of tests are counted, those of editors are random. */
const tools = flowTools(FIELDS, (taken, kind) => {
  for (let n = 1; ; n++) if (!taken.has(`${kind}${n}`)) return `${kind}${n}`;
});
const blank = (): EditedDocument =>
  ({
    schema: 'flow/1',
    root: '$flow',
    nodes: {
      $flow: { type: 'flow@1', slots: { steps: ['start', 'end'] } },
      start: { type: 'start@1' },
      end: { type: 'end@1' },
    },
  }) as never;
const flowOf = (document: EditedDocument) => document as unknown as FlowDocument;

/** Someone at the designer: wishes are done, refusals collected. */
class Designer {
  document = blank();
  selected = '$flow';
  refusals: string[] = [];
  constructor(private readonly tools: DocumentTools) {}
  wants(wish: Wish): this {
    const plan = this.tools.plan(this.document, wish, this.selected);
    if ('refusal' in plan) this.refusals.push(plan.refusal);
    else {
      this.document = this.tools.apply(this.document, plan.steps);
      this.selected = plan.select;
    }
    return this;
  }
  order(): string[] {
    return this.tools.outline(this.document, '').map(({ id }) => id);
  }
}

describe('a template at the designer', () => {
  it('two builders who add an approval at the same time both have theirs after the merge', () => {
    const editor = flowTools(FIELDS);
    const add: Wish = { type: 'INSERT', what: 'approve' };
    const [mine, theirs] = [new Designer(editor).wants(add), new Designer(editor).wants(add)];
    const merged = flowOf(editor.merge(blank(), mine.document, theirs.document));
    expect(mine.selected).not.toBe(theirs.selected);
    expect(Object.keys(merged.nodes)).toEqual(
      expect.arrayContaining([mine.selected, theirs.selected]),
    );
  });
  it('an approval added after another was removed is not taken for that one', () => {
    const on = new Designer(flowTools(FIELDS)).wants({ type: 'INSERT', what: 'approve' });
    const first = on.selected;
    on.wants({ type: 'REMOVE', id: first }).wants({ type: 'INSERT', what: 'approve' });
    expect(on.selected).not.toBe(first);
  });
  it('nodes are added after the selected one, in a branch, and before the end', () => {
    const on = new Designer(tools);
    on.wants({ type: 'INSERT', what: 'approve' });
    on.wants({ type: 'INSERT', what: 'condition' });
    on.selected = 'branch1';
    on.wants({ type: 'INSERT', what: 'cc' });
    on.wants({ type: 'INSERT', what: 'approve', parentId: '$flow', index: 99 });
    expect(on.order()).toEqual([
      '$flow',
      'start',
      'approve1',
      'condition1',
      'branch1',
      'cc1',
      'branch2',
      'approve2',
      'end',
    ]);
    const rows = tools.outline(on.document, '');
    expect(rows.map(({ title }) => title)).toEqual([
      '流程',
      '发起',
      '审批',
      '条件分支',
      '条件 1',
      '抄送',
      '其他情况',
      '审批 2',
      '结束',
    ]);
  });

  it('what a template needs stays: its ends, two branches, the other case', () => {
    const on = new Designer(tools);
    on.wants({ type: 'INSERT', what: 'condition' });
    for (const id of ['start', 'end', 'branch1', 'branch2']) on.wants({ type: 'REMOVE', id });
    on.wants({ type: 'MOVE', id: 'branch2', parentId: 'condition1', index: 0 });
    on.wants({ type: 'MOVE', id: 'condition1', parentId: 'branch1', index: 0 });
    on.wants({ type: 'MOVE', id: 'branch1', parentId: '$flow', index: 1 });
    expect(on.refusals).toHaveLength(7);
    expect(on.order()).toEqual(['$flow', 'start', 'condition1', 'branch1', 'branch2', 'end']);
    on.wants({ type: 'REMOVE', id: 'condition1' });
    expect(on.order()).toEqual(['$flow', 'start', 'end']);
  });

  it('a new branch comes before the other case; a copy takes all that is in it', () => {
    const on = new Designer(tools);
    on.wants({ type: 'INSERT', what: 'condition' });
    on.wants({ type: 'INSERT', what: 'approve', parentId: 'branch1', index: 0 });
    on.wants({ type: 'INSERT', what: 'branch', parentId: 'condition1', index: 9 });
    on.wants({ type: 'DUPLICATE', id: 'branch1', parentId: 'condition1', index: 1 });
    const { nodes } = flowOf(on.document);
    expect(nodes['condition1']!.slots!['branches']).toEqual([
      'branch1',
      'branch4',
      'branch3',
      'branch2',
    ]);
    expect(nodes['branch4']).toMatchObject({ name: '条件 1 副本', slots: { steps: ['approve2'] } });
  });

  it('says who is asked, how many have to agree, and when a branch is taken', () => {
    const on = new Designer(tools);
    on.wants({ type: 'INSERT', what: 'condition' });
    on.wants({ type: 'INSERT', what: 'approve', parentId: 'branch1', index: 0 });
    const flow = structuredClone(on.document) as never as {
      nodes: Record<string, { when?: string; settings?: unknown }>;
    };
    flow.nodes['branch1']!.when = 'amount > 1000';
    flow.nodes['approve1']!.settings = {
      candidates: [{ strategy: 30, param: ['7', '8'] }],
      multi: 'all',
    };
    const lines = (id: string) =>
      tools.outline(flow as never, '').find((row) => row.id === id)!['lines'];
    expect(lines('branch1')).toEqual([{ text: expect.stringContaining('金额') }]);
    expect(lines('branch2')).toEqual([{ text: '不符合其他条件时' }]);
    expect(lines('approve1')).toEqual([
      {
        text: '',
        members: [
          { kind: 'user', id: '7' },
          { kind: 'user', id: '8' },
        ],
      },
      { text: '须全部同意' },
    ]);
  });

  it('what inputs leave behind becomes what a template may hold', () => {
    const on = new Designer(tools);
    on.wants({ type: 'INSERT', what: 'approve' });
    const flow = structuredClone(on.document) as never as {
      nodes: Record<string, { settings?: unknown }>;
    };
    flow.nodes['approve1']!.settings = {
      candidates: [{ strategy: '37', param: { 0: 2 } }],
      multi: null,
      emptyApprover: '',
    };
    const read = tools.read(flow);
    expect('document' in read && flowOf(read.document).nodes['approve1']!.settings).toEqual({
      candidates: [{ strategy: 37, param: [2] }],
    });
    expect(tools.read({ nodes: {} })).toEqual({ refusal: '这里应是一份流程文档' });
  });

  it('a setting of several parts is whole as soon as one of them is written', () => {
    const on = new Designer(tools);
    for (const what of ['delay', 'trigger', 'approve']) on.wants({ type: 'INSERT', what });
    const flow = structuredClone(on.document) as never as {
      settings?: unknown;
      nodes: Record<string, { settings?: unknown }>;
    };
    flow.settings = { urge: { maxTimes: 3 }, category: '' };
    flow.nodes['delay1']!.settings = { for: { amount: 2 } };
    flow.nodes['trigger1']!.settings = { do: { action: 'message', values: {}, title: null } };
    flow.nodes['approve1']!.settings = {
      candidates: [{ strategy: 22, param: [''] }],
      timeouts: [{ after: { unit: 'hours' }, action: 'transfer', to: { 0: { param: ['7'] } } }],
    };
    const read = tools.read(flow);
    const { nodes, settings } = flowOf((read as { document: EditedDocument }).document);
    expect(settings).toEqual({ urge: { minGapMin: 30, maxTimes: 3 } });
    expect(nodes['delay1']!.settings).toEqual({ for: { amount: 2, unit: 'days' } });
    expect(nodes['trigger1']!.settings).toEqual({ do: { action: 'message', to: [], title: '' } });
    expect(nodes['approve1']!.settings).toEqual({
      candidates: [{ strategy: 22, param: [] }],
      timeouts: [
        {
          after: { amount: 1, unit: 'days' },
          action: 'transfer',
          to: [{ strategy: 30, param: ['7'] }],
        },
      ],
    });
    flow.settings = { urge: null };
    flow.nodes['delay1']!.settings = { for: { unit: 'hours' } };
    const again = flowOf((tools.read(flow) as { document: EditedDocument }).document);
    expect(again.settings).toEqual({ urge: null });
    expect(again.nodes['delay1']!.settings).toEqual({});
  });

  it('whatever is wished, it stays one tree between its ends, and undo leads back', () => {
    const what = fc.constantFrom('approve', 'cc', 'condition', 'parallel', 'branch', 'delay');
    const wish = fc.record({
      type: fc.constantFrom('INSERT', 'MOVE', 'REMOVE', 'DUPLICATE'),
      what,
      id: fc.nat(40),
      parentId: fc.nat(40),
      index: fc.integer({ min: 0, max: 6 }),
      placed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 25 }), (wishes) => {
        const on = new Designer(tools);
        for (const { id, parentId, placed, ...rest } of wishes) {
          const ids = on.order();
          const at = placed ? { parentId: ids[parentId % ids.length] } : {};
          const parent = rest.type === 'MOVE' ? { parentId: ids[parentId % ids.length] } : at;
          const before = on.document;
          const plan = tools.plan(
            before,
            { ...rest, id: ids[id % ids.length], ...parent } as Wish,
            on.selected,
          );
          if ('refusal' in plan) continue;
          on.document = tools.apply(before, plan.steps);
          on.selected = plan.select;
          expect(tools.apply(on.document, tools.invert(before, plan.steps))).toEqual(before);
        }
        const flow = flowOf(on.document);
        expect(treeProblems(flow, FLOW_KIND)).toEqual([]);
        const steps = flow.nodes[flow.root]!.slots!['steps'] as string[];
        expect([steps[0], steps.at(-1)]).toEqual(['start', 'end']);
        for (const node of Object.values(flow.nodes)) {
          const branches = node.slots?.['branches'] as string[] | undefined;
          if (!branches) continue;
          expect(branches.length).toBeGreaterThan(1);
          expect(branches.slice(0, -1).some((branch) => flow.nodes[branch]!.default === true)).toBe(
            false,
          );
        }
      }),
      { numRuns: 150 },
    );
  });
});
