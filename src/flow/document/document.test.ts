import { describe, expect, it } from 'vitest';
import type { NestedFlowNode } from '../../contract/index.ts';
import { describeOperations, diff } from '../../document/operations/index.ts';
import { compileFlow } from '../compile/compile.ts';
import { fromNested, toNested } from './nested.ts';
import { idsOf, problemsOf } from './problems.ts';
import { FLOW_KIND, type FlowDocument } from './types.ts';
import { FLOW_WORDS } from './words.ts';

const LEAVE: NestedFlowNode = {
  id: 'start',
  type: 'start',
  next: {
    id: 'leader',
    type: 'approve',
    name: '主管审批',
    candidates: [{ strategy: 37, param: [1] }],
    next: {
      id: 'days',
      type: 'condition',
      name: '按天数',
      branches: [
        {
          id: 'long',
          name: '超过三天',
          when: 'days > 3',
          next: {
            id: 'boss',
            type: 'approve',
            candidates: [{ strategy: 30, param: ['7'] }],
            returnTargets: ['leader'],
          },
        },
        { id: 'short', default: true },
      ],
      next: { id: 'end', type: 'end' },
    },
  },
};
const read = (nested: unknown): FlowDocument => {
  const { document, problems } = fromNested(nested);
  expect(problems).toEqual([]);
  return document!;
};
const faults = (nested: unknown) =>
  fromNested(nested).problems.map(({ path, msg }) => `${path} ${msg}`);
const start = (next: unknown) => ({ id: 'start', type: 'start', next });
const end = { id: 'end', type: 'end' };
const WORLD = {
  templateId: '1',
  fields: { days: 'number' as const, day: 'date' as const, amount: 'number' as const },
  ids: { users: new Set(['7', '8']), templates: new Set(['1', '2']) },
};
const said = (document: FlowDocument) =>
  problemsOf(document, WORLD).map(({ nodeId, severity, msg }) => `${nodeId} ${severity} ${msg}`);

describe('the form clients write', () => {
  it('comes back as it was written', () => {
    expect(toNested(read(LEAVE))).toEqual(LEAVE);
  });

  it('is refused at the place of what is wrong', () => {
    expect(faults(start({ id: 'x', type: 'aprove', next: end }))).toEqual([
      '/next/type 流程配置有误：没有“aprove”这种节点，是否想写“approve”',
    ]);
    expect(faults(start({ id: 'start', type: 'cc', next: end }))).toEqual([
      '/next/id 流程配置有误：编号“start”用了两次',
    ]);
    expect(faults(start({ id: 'a', type: 'approve', colour: 'red', next: end }))[0]).toMatch(
      /^\/next\/colour 流程配置有误/,
    );
    expect(faults(start({ id: 'a', type: 'approve', multi: 'most', next: end }))[0]).toMatch(
      /^\/next\/multi 流程配置有误：应为“any”/,
    );
    const branches = [{ id: 'b', when: 1, next: { id: 'c', type: 'cc', candidates: 3 } }];
    expect(faults(start({ id: 'p', type: 'parallel', branches, next: end }))).toEqual([
      expect.stringMatching(/^\/next\/branches\/0\/when /),
      expect.stringMatching(/^\/next\/branches\/0\/next\/candidates /),
    ]);
    expect(faults('no')).toEqual([' 流程配置有误：这里应是一个节点']);
    expect(faults(start(undefined))).toEqual([expect.stringContaining('流程最后须是“结束”')]);
  });

  it('has at most 300 nodes', () => {
    let next: unknown = end;
    for (let i = 0; i < 299; i++) next = { id: `n${i}`, type: 'cc', next };
    expect(faults(start(next))).toEqual([' 流程配置有误：最多 300 个节点，现在有 301 个']);
  });
});

describe('what makes no sense', () => {
  it('is nothing in a sound template', () => {
    expect(said(read(LEAVE))).toEqual([]);
  });

  it('is named with its node', () => {
    const document = read(
      start({
        id: 'a',
        type: 'approve',
        candidates: [],
        onReject: { node: 'inner' },
        next: {
          id: 'c',
          type: 'condition',
          branches: [
            { id: 'b1', name: '甲', when: 'days > 3', next: { id: 'inner', type: 'cc' } },
            { id: 'b2', name: '乙', when: 'days>3' },
            { id: 'b3', name: '丙', when: '1 = 1' },
            { id: 'b4', name: '丁', when: 'color = 1' },
            { id: 'b5', name: '戊', when: 'days +' },
          ],
          next: {
            id: 'p',
            type: 'parallel',
            branches: [
              {
                id: 'only',
                next: {
                  id: 'h',
                  type: 'handle',
                  candidates: [{ strategy: 30, param: ['9'] }],
                  returnTargets: ['inner', 'end'],
                },
              },
            ],
            next: {
              id: 'sub',
              type: 'subProcess',
              templateId: '1',
              next: {
                id: 'd',
                type: 'delay',
                until: 'days',
                next: { id: 'stop', type: 'end', next: end },
              },
            },
          },
        },
      }),
    );
    expect(said(document)).toEqual([
      'a error 流程配置有误：“审批”没有设置审批人',
      'a error 流程配置有误：拒绝后转到的节点“抄送”在另一个分支里，从这里到不了',
      expect.stringMatching(/^b4 error 公式有误：.*color/),
      expect.stringMatching(/^b5 error 公式有误：/),
      'h error 流程配置有误：有人已离职或不存在',
      'h error 流程配置有误：退回的节点“抄送”在另一个分支里，从这里到不了',
      'h error 流程配置有误：退回的节点“结束”在此之前没有经过',
      'sub error 流程配置有误：子流程不能发起自己',
      'd error 流程配置有误：“days”不是日期',
      'end error 流程配置有误：“结束”在结束之后，永远到不了',
      'c warning 流程配置有误：“条件分支”没有默认分支：条件都不成立时，什么也不做就进入后面的节点',
      'b2 warning 流程配置有误：分支“乙”永远不会走到：条件与前面的“甲”相同',
      'b4 warning 流程配置有误：分支“丁”永远不会走到：前面的“丙”总是成立',
      'b5 warning 流程配置有误：分支“戊”永远不会走到：前面的“丙”总是成立',
      'inner warning 流程配置有误：“抄送”没有设置抄送人',
      'p warning 流程配置有误：“并行分支”只有一个分支',
    ]);
  });

  it('knows whom and what a template names', () => {
    expect([...idsOf(read(LEAVE)).users]).toEqual(['7']);
  });
});

it('changes are said in words', () => {
  const before = read(LEAVE);
  const text = JSON.stringify(LEAVE)
    .replace('days > 3', 'days > 5')
    .replace('"returnTargets":["leader"]', '"multi":"any","name":"总经理审批"');
  const after = read(JSON.parse(text));
  expect(describeOperations(diff(before, after, FLOW_KIND), before, FLOW_KIND, FLOW_WORDS)).toEqual(
    [
      '分支“超过三天”的条件由“days > 3”改为“days > 5”',
      expect.stringMatching(/^修改了审批的名称、可退回的节点、多人审批方式$|^修改了审批的/),
    ],
  );
});

describe('compiled', () => {
  it('has every default, and the branch for all other cases last', () => {
    const { model, conditions, nodes, settings } = compileFlow(read(LEAVE));
    expect(model.steps.get('days')).toMatchObject({ branches: ['long', 'short'], at: 2 });
    expect(conditions.get('long')).toBe('days > 3');
    expect(nodes.get('boss')).toMatchObject({
      name: '审批',
      settings: {
        multi: 'all',
        emptyApprover: 'toManagers',
        buttons: { reject: { label: '拒绝' } },
      },
    });
    expect(settings.allowWithdraw).toBe('anytime');
  });

  it('passes through where no condition holds and the author gave no other case', () => {
    const branches = [{ id: 'b', when: 'days > 3', next: { id: 'x', type: 'cc' } }];
    const { document } = fromNested(start({ id: 'c', type: 'condition', branches, next: end }));
    const { model } = compileFlow(document!);
    expect(model.steps.get('c')!.branches).toEqual(['b', 'c/else']);
    expect(model.blocks.get('c/else')!.steps).toEqual([]);
  });
});
