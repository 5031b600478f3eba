import { createActor, type ActorRefFrom } from 'xstate';
import type { RegionMachine } from '../../../machines/index.ts';

/** The region machine of this window, shared by all senders. */
export class RegionStore {
  readonly actor: ActorRefFrom<RegionMachine>;
  constructor(machine: RegionMachine) {
    this.actor = createActor(machine);
  }
  start(): void {
    this.actor.start();
  }
  stop(): void {
    this.actor.stop();
  }
}
