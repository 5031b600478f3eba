import type { AnyStateMachine } from 'xstate';

/** Makes a machine for each page that declares it. */
export type MakeMachine = () => AnyStateMachine;
/** Fetches a machine's code, and answers what makes it. */
export type MachineSource = () => Promise<MakeMachine>;

const usesOf = (document: unknown): string[] => {
  const declared =
    (document as { machines?: Record<string, { use?: unknown }> } | null)?.machines ?? {};
  return Object.values(declared)
    .map(({ use }) => use)
    .filter((use): use is string => typeof use === 'string');
};

/**
 * The machines pages of an entry may use. Their code is no part of the first screen: it comes with
 * the first page that declares them.
 */
export class LazyMachineRegistry {
  private readonly loaded = new Map<string, MakeMachine>();
  constructor(private readonly sources: Readonly<Record<string, MachineSource>>) {}

  /**
   * Resolves when the machines a page document declares are loaded; for unknown ones the page
   * itself reports the error.
   */
  async loadFor(document: unknown): Promise<void> {
    await Promise.all(usesOf(document).map((name) => this.load(name)));
  }
  private async load(name: string): Promise<void> {
    if (!this.loaded.has(name) && Object.hasOwn(this.sources, name))
      this.loaded.set(name, await this.sources[name]!());
  }

  /** Events a machine takes: for who designs a page that is not running. */
  async events(name: string): Promise<readonly string[]> {
    await this.load(name);
    return this.make(name).events as readonly string[];
  }

  /** Throws a RangeError for a machine the entry does not have, or that no page has declared. */
  make(name: string): AnyStateMachine {
    const make = this.loaded.get(name);
    if (!make) throw new RangeError(`no machine "${name}"`);
    return make();
  }
}
