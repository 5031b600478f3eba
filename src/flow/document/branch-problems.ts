import { at, nodePath, type Problems } from '../../document/index.ts';
import { print } from '../../expression/index.ts';
import { astOf, constantOf, expressionFault, type Names } from './expressions.ts';
import type { FlowDocument } from './types.ts';
import { branchesOf, calledOf, nodeOf, type PlacedStep } from './walk.ts';

/** What is wrong with the branches of a node: conditions, those never taken, no other case. */
export function branchProblems(
  document: FlowDocument,
  step: PlacedStep,
  problems: Problems,
  names: Names | undefined,
): void {
  const branches = branchesOf(document, step.id);
  if (step.type === 'parallel') return parallelProblems(document, step, branches, problems);
  defaultProblems(document, step, branches, problems);
  for (const branch of branches) conditionProblems(document, branch, problems, names);
  if (step.type === 'condition') neverTaken(document, branches, problems);
}

function parallelProblems(
  document: FlowDocument,
  { id, node }: PlacedStep,
  branches: readonly string[],
  problems: Problems,
): void {
  const place = at(nodePath(id), 'branches');
  if (branches.length === 1) problems.invalid(place, `“${calledOf(node)}”只有一个分支`, 'warning');
  for (const branch of branches)
    if (nodeOf(document, branch).when !== undefined)
      problems.invalid(at(nodePath(branch), 'when'), '并行分支不看条件', 'warning');
}

function defaultProblems(
  document: FlowDocument,
  { id, node }: PlacedStep,
  branches: readonly string[],
  problems: Problems,
): void {
  const called = calledOf(node);
  const others = branches.filter((branch) => nodeOf(document, branch).default === true);
  if (others.length === 0)
    problems.invalid(
      at(nodePath(id), 'branches'),
      `“${called}”没有默认分支：条件都不成立时，什么也不做就进入后面的节点`,
      'warning',
    );
  for (const branch of others.slice(1))
    problems.invalid(nodePath(branch), `“${called}”有多个默认分支`);
}

function conditionProblems(
  document: FlowDocument,
  branch: string,
  problems: Problems,
  names: Names | undefined,
): void {
  const { when, default: isDefault, ...node } = nodeOf(document, branch);
  const place = at(nodePath(branch), 'when');
  if (isDefault === true) {
    if (when !== undefined) problems.invalid(place, '默认分支不看条件', 'warning');
    return;
  }
  if (when === undefined) return problems.invalid(place, `分支“${calledOf(node)}”没有设置条件`);
  const fault = expressionFault(when, names, 'boolean');
  if (fault !== undefined) problems.expression(place, fault);
  else if (constantOf(when) === false)
    problems.invalid(nodePath(branch), `分支“${calledOf(node)}”的条件永远不成立`, 'warning');
}

/** Branches after one that always holds, or with the condition of one before. */
function neverTaken(document: FlowDocument, branches: readonly string[], problems: Problems): void {
  const before = new Map<string, string>();
  let certain: string | undefined;
  for (const branch of branches) {
    const node = nodeOf(document, branch);
    const name = calledOf(node);
    if (certain !== undefined)
      problems.invalid(
        nodePath(branch),
        `分支“${name}”永远不会走到：前面的“${certain}”总是成立`,
        'warning',
      );
    const ast = node.when === undefined ? undefined : astOf(node.when);
    if (!ast || node.default === true) continue;
    const text = print(ast);
    const same = before.get(text);
    if (same !== undefined)
      problems.invalid(
        nodePath(branch),
        `分支“${name}”永远不会走到：条件与前面的“${same}”相同`,
        'warning',
      );
    before.set(text, same ?? name);
    if (constantOf(node.when!) === true) certain ??= name;
  }
}
