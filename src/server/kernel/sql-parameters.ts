/** Takes a value for a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Collects the values of a statement while its text is written; `first` are $1 and on. */
export class SqlParameters {
  readonly values: unknown[];

  constructor(...first: readonly unknown[]) {
    this.values = [...first];
  }

  readonly bind: Bind = (value) => `$${this.values.push(value)}`;
}
