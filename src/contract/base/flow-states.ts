/** States of an instance, as options: one reads and looks the same in every list. */
export const FLOW_STATE_OPTIONS = [
  { code: 'draft', label: '草稿', color: 'gray' },
  { code: 'running', label: '审批中', color: 'blue' },
  { code: 'returned', label: '已退回', color: 'orange' },
  { code: 'suspended', label: '已暂停', color: 'orange' },
  { code: 'approved', label: '已通过', color: 'green' },
  { code: 'rejected', label: '已拒绝', color: 'red' },
  { code: 'withdrawn', label: '已撤回', color: 'gray' },
  { code: 'cancelled', label: '已终止', color: 'gray' },
  { code: 'terminated', label: '异常终止', color: 'red' },
] as const;
export type FlowStatus = (typeof FLOW_STATE_OPTIONS)[number]['code'];
export const FLOW_STATES: readonly FlowStatus[] = /* @__PURE__ */ FLOW_STATE_OPTIONS.map(
  ({ code }) => code,
);
export const flowStateTitle = (state: FlowStatus): string =>
  FLOW_STATE_OPTIONS.find(({ code }) => code === state)!.label;
