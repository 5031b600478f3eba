import { useEffect, useRef, useState } from 'react';
import { useSlotCheck, useRevealPendingFocus } from '../../src/view/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import type { StepsProps } from './index.ts';

export interface Step {
  key: string;
  title: string;
  description: string;
}
export const stepsOf = (items: unknown): Step[] =>
  recordsOf(items).map((item) => ({
    key: textOf(item['key']),
    title: textOf(item['title']) || textOf(item['key']),
    description: textOf(item['description']),
  }));

export interface Wizard {
  /** Place of the step a person is at. */
  at: number;
  /** The furthest step reached; those up to it can be gone back to. */
  reached: number;
  /** Steps with a field that was found wrong. */
  faulty: ReadonlySet<string>;
  /** To any step; forwards only past steps that are right. */
  go(to: number): Promise<void>;
  finish(): Promise<void>;
}

/** The chosen step: of the bound value, or the widget's own. */
function useChosen(
  node: NodeHandle<StepsProps>,
  steps: readonly Step[],
): [number, (at: number) => void] {
  const bound = valueOf(node.bound);
  const [own, setOwn] = useState('');
  const wanted = bound ? textOf(bound.value) : own;
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === wanted),
  );
  const choose = (to: number) => {
    const key = steps[to]?.key;
    if (key === undefined || to === at) return;
    const from = steps[at]?.key ?? '';
    if (bound) bound.set(key);
    else setOwn(key);
    void node.emit('change', { key, from });
  };
  return [at, choose];
}

/**
 * How a wizard moves: a step is left forwards only when its fields are right and the page's own
 * actions are done.
 */
export function useSteps(node: NodeHandle<StepsProps>, steps: readonly Step[]): Wizard {
  const [at, choose] = useChosen(node, steps);
  const [reached, setReached] = useState(at);
  const [faulty, setFaulty] = useState<ReadonlySet<string>>(new Set());
  const moving = useRef(false);
  useEffect(() => setReached((before) => Math.max(before, at)), [at]);
  const isRight = useSlotCheck(node);
  const passes = (index: number): boolean => {
    const key = steps[index]?.key ?? '';
    const right = node.props.check === false || isRight(key);
    setFaulty((before) => {
      const next = new Set(before);
      if (right) next.delete(key);
      else next.add(key);
      return next;
    });
    return right;
  };
  /** Goes through the steps between; stops at the first that is not right. */
  const go = useStable(async (to: number) => {
    if (moving.current || to === at || !steps[to]) return;
    for (let index = at; index < to; index++)
      if (!passes(index)) {
        choose(index);
        return;
      }
    moving.current = true;
    const goes =
      to < at || (await node.emit('next', { key: steps[to].key, from: steps[at]?.key ?? '' }));
    moving.current = false;
    if (goes) choose(to);
  });
  const finish = useStable(async () => {
    const wrong = steps.findIndex((_, index) => !passes(index));
    if (wrong >= 0) choose(wrong);
    else await node.emit('finish');
  });
  const wanted = useRevealPendingFocus(node);
  const turn = useStable((slot: string | undefined) => {
    const index = steps.findIndex(({ key }) => key === slot);
    if (index >= 0) choose(index);
  });
  useEffect(() => turn(wanted[0]), [wanted, turn]);
  // A page that leads through the steps by itself may begin again.
  const furthest = node.props.readonly === true ? at : Math.max(reached, at);
  return { at, reached: furthest, faulty, go, finish };
}
