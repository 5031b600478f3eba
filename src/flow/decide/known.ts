/**
 * What only the world knows: `decide` names it (`needs`), the caller looks it up in the same
 * transaction and asks again.
 */
export type Need =
  /** Whom a step asks or copies; `for` says in which case. Of `turn` the person, or who is there
   * in his place; of `late` who comes after a person who did not answer in time. */
  | {
      readonly kind: 'people';
      readonly step: string;
      readonly for:
        | 'step'
        | 'leader'
        | 'empty'
        | `timeout:${number}`
        | `late:${string}`
        | `turn:${string}`;
    }
  /** Whether a condition holds: of a branch, a route, a waiting or a skipped step. */
  | { readonly kind: 'condition'; readonly of: string }
  /** When a step's waiting ends, or one of its time-outs; milliseconds since 1970. Reckoned from now,
   * or from when a visit began. */
  | {
      readonly kind: 'time';
      readonly step: string;
      readonly rule: number | null;
      readonly visit?: number;
    }
  /** Ids for the instances a step starts, one each. */
  | { readonly kind: 'children'; readonly step: string }
  /** A whole number, 0 or more, that cannot be foreseen. */
  | { readonly kind: 'seed'; readonly step: string };

/** Answers by `keyOf` of what was needed. */
export type Known = Readonly<Record<string, readonly string[] | boolean | number>>;

export function keyOf(need: Need): string {
  switch (need.kind) {
    case 'people':
      return `people ${need.for} ${need.step}`;
    case 'condition':
      return `condition ${need.of}`;
    case 'time':
      return `time ${need.rule ?? 'step'} ${need.visit ?? 'now'} ${need.step}`;
    case 'children':
    case 'seed':
      return `${need.kind} ${need.step}`;
  }
}

/** Thrown inside `decide` and caught there; no Error, for the same reason as `Refused`. */
export class Needed {
  readonly needs: readonly Need[];

  constructor(needs: readonly Need[]) {
    this.needs = needs;
  }
}
