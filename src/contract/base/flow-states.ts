/** Where an instance of an approval is. */
export const FLOW_STATES = [
  'draft',
  'running',
  'returned',
  'suspended',
  'approved',
  'rejected',
  'withdrawn',
  'cancelled',
  'terminated',
] as const;
export type FlowStatus = (typeof FLOW_STATES)[number];

export const FLOW_STATE_TITLES: Readonly<Record<FlowStatus, string>> = {
  draft: '草稿',
  running: '审批中',
  returned: '已退回',
  suspended: '已暂停',
  approved: '已通过',
  rejected: '已拒绝',
  withdrawn: '已撤回',
  cancelled: '已终止',
  terminated: '异常终止',
};
