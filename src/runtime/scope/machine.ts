import { createAtom } from 'mobx';
import type { IAtom } from 'mobx';
import { createActor } from 'xstate';
import { readOwn } from '../../expression/index.ts';
import type { Cell } from '../models/types.ts';
import type { EnginePorts, MachineActor, MachineSnapshot } from '../ports/ports.ts';

/**
 * A machine in the page's scope: one the application shares, or one that lives as long as the page.
 */
export class MachineModel {
  readonly kind = 'machine';
  private readonly atom: IAtom;
  private readonly stop: () => void;
  constructor(
    readonly actor: MachineActor,
    private readonly own: boolean,
  ) {
    this.atom = createAtom('machine');
    const subscription = actor.subscribe(() => this.atom.reportChanged());
    this.stop = () => subscription.unsubscribe();
    if (own) actor.start();
  }
  get snapshot(): MachineSnapshot {
    this.atom.reportObserved();
    return this.actor.getSnapshot();
  }
  /** Members an expression can read: state (text, a.b when nested), context, can.<EVENT>. */
  read(path: readonly string[]): unknown {
    const [member, ...rest] = path;
    switch (member) {
      case 'state':
        return stateText(this.snapshot.value);
      case 'context':
        return readOwn(this.snapshot.context, rest);
      case 'can':
        return rest[0] === undefined ? undefined : this.snapshot.can({ type: rest[0] });
      default:
        return undefined;
    }
  }
  send(event: { type: string }): void {
    this.actor.send(event);
  }
  /**
   * In a state tagged `unsaved`: leaving the page would lose something; tagged `saving` as well, a
   * save is pending.
   */
  get unsaved(): boolean {
    return this.snapshot.hasTag('unsaved');
  }
  get saving(): boolean {
    return this.snapshot.hasTag('saving');
  }
  dispose(): void {
    this.stop();
    if (this.own) this.actor.stop();
  }
}

/**
 * A part of a machine, bound like a cell. Writing one of its context is the event WRITE { path,
 * value }: the machine decides what becomes of it.
 */
export class MachineCell implements Cell {
  readonly kind = 'cell';
  constructor(
    readonly name: string,
    private readonly machine: MachineModel,
    private readonly path: readonly string[],
  ) {}
  get value(): unknown {
    return this.machine.read(this.path) ?? null;
  }
  set(value: unknown): void {
    const [member, ...path] = this.path;
    if (member !== 'context') throw new TypeError(`“${this.name}”只能读取，不能写入`);
    const event = { type: 'WRITE', path, value };
    this.machine.send(event);
  }
}

/** The state as text; parallel states are joined by a bar. */
function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>)
    .map(([name, inner]) => {
      const below = stateText(inner);
      return below ? `${name}.${below}` : name;
    })
    .join('|');
}

/** The application's running machine of this name, else a new one for this page. */
export function machineModel(ports: EnginePorts, name: string, input: unknown): MachineModel {
  const shared = ports.actor(name);
  return shared
    ? new MachineModel(shared, false)
    : new MachineModel(createActor(ports.machine(name), { input }), true);
}
