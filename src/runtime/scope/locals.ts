/** A name that only a part of the page can read: a row's alias, an event's payload, results. */
export interface Local {
  readonly value: unknown;
  readonly index?: number | undefined;
}

/** Names around a row or a run of actions; inner ones are found first. Never changes once made. */
export class Locals {
  constructor(
    private readonly names: ReadonlyMap<string, Local>,
    private readonly outer: Locals | null = null,
  ) {}

  /** The local of this name, `<alias>_index` included; undefined when there is none. */
  find(name: string): Local | undefined {
    return this.names.get(name) ?? this.indexOf(name) ?? this.outer?.find(name);
  }
  private indexOf(name: string): Local | undefined {
    const row = name.endsWith('_index')
      ? this.names.get(name.slice(0, -'_index'.length))
      : undefined;
    return row && row.index !== undefined ? { value: row.index } : undefined;
  }
}

/** Locals with one row more. */
export const rowLocals = (
  alias: string,
  value: unknown,
  index: number | undefined,
  outer: Locals | null,
): Locals => new Locals(new Map([[alias, { value, index }]]), outer);
/** Locals with these values by name. */
export const namedLocals = (
  values: Readonly<Record<string, unknown>>,
  outer: Locals | null,
): Locals =>
  new Locals(new Map(Object.entries(values).map(([name, value]) => [name, { value }])), outer);
