import {
  HUMAN_OPS,
  type FlowNodeSettings,
  type FlowNodeType,
  type FlowTemplateSettings,
} from '../../contract/index.ts';

/** What a template means where its author said nothing; the one place of all defaults. */

type HumanOpName = (typeof HUMAN_OPS)[number];
interface FullButton {
  readonly enabled: boolean;
  readonly label: string;
  readonly needOpinion: boolean;
  readonly needSignature: boolean;
  readonly needAttachment: boolean;
}
type FullButtons = Readonly<Record<HumanOpName, FullButton>>;

const LABELS: Readonly<Record<HumanOpName, string>> = {
  approve: '同意',
  reject: '拒绝',
  return: '退回',
  transfer: '转交',
  delegate: '委派',
  addSignBefore: '前加签',
  addSignAfter: '后加签',
};

type Template = FlowTemplateSettings;
type Given<K extends keyof Template> = NonNullable<Template[K]>;
export interface FullTemplateSettings extends Template {
  managers: Given<'managers'>;
  allowWithdraw: Given<'allowWithdraw'>;
  urge: Given<'urge'> | null;
  dedupe: Given<'dedupe'>;
  emptyApprover: Given<'emptyApprover'>;
  starterIsApprover: Given<'starterIsApprover'>;
  summaryFields: Given<'summaryFields'>;
  lockRecord: boolean;
  dataMode: Given<'dataMode'>;
}
export const templateDefaults = (settings: Template = {}): FullTemplateSettings => ({
  managers: [],
  allowWithdraw: 'anytime',
  urge: { minGapMin: 30, maxTimes: 5 },
  dedupe: 'none',
  emptyApprover: 'toManagers',
  starterIsApprover: 'self',
  summaryFields: [],
  lockRecord: true,
  dataMode: 'latest',
  ...settings,
});

type Approve = FlowNodeSettings['approve'];
type GivenHuman<K extends keyof Approve> = NonNullable<Approve[K]>;
export interface FullHumanSettings extends Omit<Approve, 'buttons'> {
  candidates: GivenHuman<'candidates'>;
  multi: GivenHuman<'multi'>;
  ratio: number;
  returnTargets: GivenHuman<'returnTargets'>;
  returnMode: GivenHuman<'returnMode'>;
  emptyApprover: GivenHuman<'emptyApprover'>;
  starterIsApprover: GivenHuman<'starterIsApprover'>;
  timeouts: GivenHuman<'timeouts'>;
  fieldPerms: GivenHuman<'fieldPerms'>;
  onReject: GivenHuman<'onReject'>;
  buttons: FullButtons;
}
export function humanDefaults(
  type: 'approve' | 'handle',
  settings: Approve,
  template: FullTemplateSettings,
): FullHumanSettings {
  return {
    candidates: [],
    multi: 'all',
    ratio: 0.5,
    returnTargets: 'any',
    returnMode: 'choose',
    emptyApprover: template.emptyApprover,
    starterIsApprover: template.starterIsApprover,
    timeouts: [],
    fieldPerms: {},
    onReject: 'end',
    ...settings,
    buttons: buttonsOf(type, settings.buttons),
  };
}

/** What is handled is not judged: there is nothing to reject. */
function buttonsOf(type: 'approve' | 'handle', buttons: Approve['buttons'] = {}): FullButtons {
  const full = HUMAN_OPS.map((op) => {
    const isHandled = type === 'handle' && op === 'approve';
    const button: FullButton = {
      enabled: true,
      label: isHandled ? '提交' : LABELS[op],
      needOpinion: false,
      needSignature: false,
      needAttachment: false,
      ...buttons[op],
    };
    return [op, type === 'handle' && op === 'reject' ? { ...button, enabled: false } : button];
  });
  return Object.fromEntries(full) as FullButtons;
}

type OtherType = Exclude<FlowNodeType, 'approve' | 'handle'>;
const OTHERS: { readonly [K in OtherType]: FlowNodeSettings[K] } = {
  start: {},
  cc: { candidates: [] },
  condition: {},
  parallel: {},
  inclusive: {},
  router: { routes: [] },
  subProcess: { waits: true, onReject: 'reject' },
  delay: {},
  wait: {},
  trigger: { onFailure: 'stop' },
  end: { result: 'approved' },
};
export const otherDefaults = <K extends OtherType>(
  type: K,
  settings: FlowNodeSettings[K],
): FlowNodeSettings[K] => ({ ...OTHERS[type], ...settings });

/** Settings of a node with every default. */
export type FullSettings = {
  [K in FlowNodeType]: K extends 'approve' | 'handle' ? FullHumanSettings : FlowNodeSettings[K];
};
