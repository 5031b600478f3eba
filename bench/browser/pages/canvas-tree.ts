/** 300 nodes as an approval has them: steps, every fourth a fork of three branches of two steps. */
export interface Row {
  readonly id: string;
  readonly parentId?: string;
  readonly kind: string;
  readonly title?: string;
  readonly lines?: readonly string[];
}
const NODES = 300;

export function rows(): Row[] {
  const found: Row[] = [{ id: 'flow', kind: 'flow' }];
  const add = (id: string, parentId: string, kind: string, title: string): number =>
    found.push({ id, parentId, kind, title, lines: ['发起人的部门主管', '须全部同意'] });
  for (let step = 0; found.length < NODES; step++) {
    const fork = step % 4 === 3;
    add(`s${step}`, 'flow', fork ? 'condition' : 'approve', `第 ${step + 1} 步`);
    if (!fork) continue;
    for (let branch = 0; branch < 3; branch++) {
      add(`s${step}b${branch}`, `s${step}`, 'branch', `条件 ${branch + 1}`);
      for (let at = 0; at < 2; at++)
        add(`s${step}b${branch}n${at}`, `s${step}b${branch}`, 'approve', `审批 ${at + 1}`);
    }
  }
  return found;
}
export const KINDS = [
  { key: 'flow', title: '流程', shape: 'none', fixed: true },
  { key: 'approve', title: '审批', icon: 'check-circle', color: 'orange', addable: true },
  { key: 'condition', title: '条件分支', icon: 'branch', shape: 'pill', branch: 'branch' },
  { key: 'branch', title: '条件', icon: 'filter', color: 'green' },
];
