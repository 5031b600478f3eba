/** Takes a value for a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Collects the values of a statement while its text is written; `first` are $1 and on. */
/** Gives equal texts and numbers, and the same list, one placeholder. */
export function bindingOnce(bind: Bind): Bind {
  const bound = new Map<unknown, string>();
  return (value) => {
    const known = bound.get(value);
    if (known !== undefined) return known;
    const placeholder = bind(value);
    bound.set(value, placeholder);
    return placeholder;
  };
}

export class SqlParameters {
  readonly values: unknown[];

  constructor(...first: readonly unknown[]) {
    this.values = [...first];
  }

  readonly bind: Bind = (value) => `$${this.values.push(value)}`;
}
