import type { MachineActor, MachineSnapshot } from '../../runtime/ports/index.ts';

/** A machine whose context is typed, as the stores have it. */
interface Running<C extends object> extends Omit<MachineActor, 'getSnapshot'> {
  getSnapshot(): MachineSnapshot & { readonly context: C };
}

/**
 * A shared machine as pages see it: only these members of its context. The rest is secret to every
 * expression, such as the session's token or a password just typed.
 */
export function exposeMachine<C extends object>(
  actor: Running<C>,
  members: readonly (keyof C & string)[],
): MachineActor {
  const shown = (snapshot: MachineSnapshot & { readonly context: C }): MachineSnapshot => ({
    value: snapshot.value,
    context: Object.fromEntries(members.map((name) => [name, snapshot.context[name]])),
    can: (event) => snapshot.can(event),
    hasTag: (tag) => snapshot.hasTag(tag),
  });
  return {
    subscribe: (listener) => actor.subscribe(listener),
    getSnapshot: () => shown(actor.getSnapshot()),
    send: (event) => actor.send(event),
    start: () => actor.start(),
    stop: () => actor.stop(),
  };
}
