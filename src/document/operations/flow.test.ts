import fc from 'fast-check';
import { describe as group, expect, it } from 'vitest';
import {
  flatten,
  nest,
  splitType,
  treeProblems,
  type DocumentKind,
  type DocumentNode,
  type NestedOf,
  type NodeDocument,
  type Slot,
} from '../index.ts';
import {
  apply,
  describeOperations,
  diff,
  invert,
  merge3,
  reconcile,
  type NodeWords,
} from './index.ts';

/** A second kind of documents: the flow of an approval, whose nodes are steps and branches. */
interface FlowNode extends DocumentNode {
  who?: string;
  settings?: { [name: string]: string | number };
}
interface Flow extends NodeDocument<FlowNode> {
  name: string;
  version: number;
  variables?: { [name: string]: { type: string } };
  onEnd?: string;
}
const FLOW: DocumentKind = {
  called: '流程',
  // Any reason with a place for `why`.
  invalid: 'FILTER_INVALID',
  sections: { variables: '变量' },
  parts: { onEnd: '结束时的通知' },
  values: { name: '名称' },
  silent: ['version'],
  nodeParts: ['settings'],
};
const TYPES = new Map([
  ['approve', '审批'],
  ['branch', '分支'],
  ['steps', '步骤'],
]);
const PARTS: Readonly<Record<string, string>> = { who: '审批人', settings: '设置' };
const words: NodeWords<Flow> = {
  typeName: (node) => TYPES.get(splitType(node?.type)?.name ?? '') ?? '节点',
  ownName: (node) => node.who,
  partName: (_, [part = '', key]) =>
    key === 'days' ? '期限' : key === 'sum' ? '金额' : (PARTS[part] ?? part),
};

const NESTED: NestedOf<Flow> = {
  name: '报销',
  version: 1,
  variables: { sum: { type: 'number' } },
  body: {
    id: 'all',
    type: 'steps@1',
    slots: {
      steps: [
        { id: 'lead', type: 'approve@1', who: '组长', settings: { days: 3 } },
        {
          id: 'large',
          type: 'branch@1',
          settings: { sum: 1000 },
          slots: { yes: [{ id: 'cfo', type: 'approve@1', who: '总监' }], no: [] },
        },
      ],
    },
  },
};
const flow = (change: (draft: Flow) => void = () => undefined): Flow => {
  const draft = structuredClone(flatten<Flow>(NESTED, FLOW));
  change(draft);
  return draft;
};
const put = (draft: Flow, parent: string, slot: string, id: string, node: FlowNode) => {
  draft.nodes[id] = node;
  (draft.nodes[parent]!.slots![slot] as string[]).push(id);
};
const said = (before: Flow, after: Flow): string[] =>
  describeOperations(diff(before, after, FLOW), before, FLOW, words);

group('a flow, another kind of documents', () => {
  it('is written nested and stored flat, and its faults have its own reason', () => {
    expect(Object.keys(flow().nodes)).toEqual(['all', 'lead', 'large', 'cfo']);
    expect(nest(flow(), FLOW)).toEqual(NESTED);
    const broken = flow((draft) => {
      (draft.nodes.all!.slots!.steps as string[]).push('cfoo');
    });
    expect(treeProblems(broken, FLOW)).toMatchObject([
      { reason: 'FILTER_INVALID', nodeId: 'all', path: '/nodes/all/slots/steps/2' },
    ]);
    expect(treeProblems(broken, FLOW)[0]!.msg).toContain('是否想写“cfo”');
  });

  it('a change is described in the words of the kind, and undone', () => {
    const before = flow();
    const after = flow((draft) => {
      draft.name = '差旅报销';
      draft.version = 2;
      draft.onEnd = '抄送财务';
      draft.variables!.days = { type: 'number' };
      draft.nodes.lead!.settings!.days = 5;
      put(draft, 'large', 'no', 'clerk', { type: 'approve@1', who: '出纳' });
      draft.nodes.large!.slots!.yes = [];
      delete draft.nodes.cfo;
    });
    expect(said(before, after)).toEqual([
      '新增变量“days”',
      '新增审批“出纳”',
      '流程的名称由“报销”改为“差旅报销”',
      '审批“组长”的期限由3改为5',
      '修改结束时的通知',
      '删除审批“总监”',
    ]);
    const operations = diff(before, after, FLOW);
    expect(apply(before, operations)).toEqual(after);
    expect(apply(after, invert(before, operations))).toEqual(before);
  });

  it('two people each add a variable and a step, and both are in the merge', () => {
    const mine = flow((draft) => {
      draft.variables!.days = { type: 'number' };
      put(draft, 'large', 'yes', 'ceo', { type: 'approve@1', who: '总经理' });
    });
    const theirs = flow((draft) => {
      draft.variables!.city = { type: 'text' };
      draft.nodes.lead!.settings!.remind = 1;
      put(draft, 'large', 'no', 'clerk', { type: 'approve@1', who: '出纳' });
    });
    const { ops, conflicts } = merge3(flow(), mine, theirs, FLOW);
    expect(conflicts).toEqual([]);
    const merged = apply(mine, ops);
    expect(Object.keys(merged.variables!).sort()).toEqual(['city', 'days', 'sum']);
    expect(merged.nodes.large!.slots).toEqual({ yes: ['cfo', 'ceo'], no: ['clerk'] });
    expect(merged.nodes.lead!.settings).toEqual({ days: 3, remind: 1 });
  });

  it('what both changed is asked about in the words of the kind, and the choice is applied', () => {
    const base = flow();
    const mine = flow((draft) => {
      draft.name = '费用报销';
      draft.nodes.large!.settings!.sum = 2000;
      draft.variables!.sum = { type: 'money' };
    });
    const theirs = flow((draft) => {
      draft.name = '差旅报销';
      draft.nodes.large!.settings!.sum = 5000;
      draft.variables!.sum = { type: 'text' };
    });
    const asked = reconcile(base, mine, theirs, [], { kind: FLOW, words });
    expect(asked.conflicts.map((each) => [each.words, each.mineWords, each.theirsWords])).toEqual([
      ['流程名称', '改为“费用报销”', '改为“差旅报销”'],
      ['变量“sum”', '有修改', '有修改'],
      ['分支的金额', '改为2000', '改为5000'],
    ]);
    expect(asked.document).toEqual(mine);
    const choices = asked.conflicts.map(({ id }, at) => ({
      id,
      take: at === 1 ? ('mine' as const) : ('theirs' as const),
    }));
    const done = reconcile(base, mine, theirs, choices, { kind: FLOW, words });
    expect(done.conflicts).toEqual([]);
    expect(done.document).toMatchObject({
      name: '差旅报销',
      variables: { sum: { type: 'money' } },
      nodes: { large: { settings: { sum: 5000 } } },
    });
  });

  it('any two flows: the difference leads from one to the other, and back', () => {
    fc.assert(
      fc.property(flows, flows, (a, b) => {
        const operations = diff(a, b, FLOW);
        expect(apply(a, operations)).toEqual(b);
        expect(apply(b, invert(a, operations))).toEqual(a);
        expect(merge3(a, a, b, FLOW).conflicts).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** Flows of a few steps, each below an earlier one: two of them share ids. */
const flows: fc.Arbitrary<Flow> = fc
  .record({
    name: fc.constantFrom('报销', '请假'),
    onEnd: fc.constantFrom('抄送财务', '抄送人事'),
    steps: fc.array(
      fc.record({
        type: fc.constantFrom('branch@1', 'approve@1'),
        who: fc.constantFrom('组长', '总监'),
        days: fc.nat({ max: 3 }),
        into: fc.nat(),
        slot: fc.constantFrom('yes', 'no'),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ steps, ...rest }) => {
    const nodes: Flow['nodes'] = { s0: { type: 'steps@1' } };
    for (const [at, { type, who, days, into, slot }] of steps.entries()) {
      const id = `s${at + 1}`;
      const parent = nodes[`s${into % (at + 1)}`]!;
      const slots: { [name: string]: Slot } = (parent.slots ??= {});
      slots[slot] = [...((slots[slot] as string[] | undefined) ?? []), id];
      nodes[id] = { type, who, settings: { days } };
    }
    return { ...rest, version: 1, root: 's0', nodes };
  });
