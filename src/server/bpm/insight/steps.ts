import type { FlowStep } from '../../../contract/index.ts';
import type { ForecastStep, Uncertain } from '../../../flow/index.ts';
import { reasonKey, type Reasons } from '../instances/store.ts';

/** Why a step may come about otherwise. */
const NOTES: Readonly<Record<Uncertain, string>> = {
  condition: '取决于之后才填写的内容',
  people: '处理人到时才确定',
  world: '要等条件满足或外部系统答复，到时才知道',
};

function stateOf({ stage, how }: ForecastStep): FlowStep['state'] {
  if (stage === 'done') return 'done';
  return how === 'skipped' ? 'skipped' : stage;
}

/** Where a way parts: what comes after it is on its branches, before it is left. */
const isFork = ({ type }: ForecastStep): boolean => type === 'parallel' || type === 'inclusive';

/** A step of a forecast as it is answered. */
export function stepAnswer(step: ForecastStep, { whys, substituted }: Reasons): FlowStep {
  const { branches, uncertain } = step;
  const at = isFork(step) ? step.enteredAt : step.leftAt;
  return {
    nodeId: step.step,
    nodeName: step.name,
    type: step.type,
    ...(branches.length > 0 && { branchId: branches[0]! }),
    state: stateOf(step),
    how: step.how ?? null,
    people: step.users.map((userId) => ({
      userId,
      why: whys.get(reasonKey(step.step, userId))?.why ?? '',
      onBehalfOf: substituted.get(reasonKey(step.step, userId)) ?? null,
    })),
    isCertain: uncertain === undefined,
    note: uncertain === undefined ? '' : NOTES[uncertain],
    at: at === undefined ? null : new Date(at).toISOString(),
  };
}
