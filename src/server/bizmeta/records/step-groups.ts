import { problem, type Problem, type RecordStep } from '../../../contract/index.ts';

/**
 * Steps that one set-wise write does: they follow each other, do the same to the same object, and
 * none needs another's result.
 */
export interface StepGroup {
  readonly do: RecordStep['do'];
  readonly object: string;
  readonly from: number;
  readonly steps: readonly RecordStep[];
}

/** Whether a value is, or holds at any depth, one of the keys. */
function mentions(value: unknown, keys: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return keys.has(value);
  if (Array.isArray(value)) return value.some((item) => mentions(item, keys));
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((item) => mentions(item, keys))
  );
}
const stepBody = (step: RecordStep): unknown =>
  step.do === 'create' ? step.values : step.do === 'edit' ? [step.id, step.values] : step.id;

class Open {
  readonly steps: RecordStep[] = [];
  /** Keys and ids the group writes: a step that refers to one must come after it. */
  private readonly own = new Set<string>();
  constructor(readonly from: number) {}

  takes(step: RecordStep): boolean {
    const [first] = this.steps;
    return (
      first === undefined ||
      (first.do === step.do && first.object === step.object && !mentions(stepBody(step), this.own))
    );
  }
  add(step: RecordStep): void {
    this.steps.push(step);
    const mark = step.do === 'create' ? step.key : step.id;
    if (mark !== undefined) this.own.add(mark);
  }
}

export function groupsOf(steps: readonly RecordStep[]): StepGroup[] {
  const groups: Open[] = [];
  steps.forEach((step, i) => {
    const last = groups.at(-1);
    const group = last?.takes(step) ? last : new Open(i);
    if (group !== last) groups.push(group);
    group.add(step);
  });
  return groups.map(({ from, steps: own }) => ({
    do: own[0]!.do,
    object: own[0]!.object,
    from,
    steps: own,
  }));
}

/** Keys must be distinct. */
export function keyProblems(steps: readonly RecordStep[]): Problem[] {
  const seen = new Set<string>();
  return steps.flatMap((step, i) => {
    if (step.do !== 'create' || step.key === undefined) return [];
    if (seen.has(step.key))
      return [problem(`/steps/${i}/key`, 'VALUE_TAKEN', { label: '步骤的编号', value: step.key })];
    seen.add(step.key);
    return [];
  });
}

/** The value with the keys of created records replaced by their ids, at any depth. */
export function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (ids.size === 0) return value;
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => withIds(item, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withIds(item as unknown, ids)]),
  ) as T;
}
