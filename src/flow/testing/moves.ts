import type { Command } from '../decide/commands.ts';
import type { FlowModel } from '../model/model.ts';
import { isLiveItem, type FlowState } from '../state/state.ts';

const BRINGS = { hasOpinion: true, isSigned: true, hasFiles: true };
const MANAGER = { user: 'manager', isManager: true };
const NEWCOMER = 'newcomer';

/** Everything anybody or anything could try in a state. */
export function commandsIn(model: FlowModel, state: FlowState): Command[] {
  const now = 1_000;
  const person = (user: string) => ({ by: { user, isManager: false }, now });
  const list: Command[] = [
    { kind: 'submit', ...person(state.starter) },
    { kind: 'withdraw', ...person(state.starter) },
    { kind: 'urge', ...person(state.starter) },
    { kind: 'suspend', by: MANAGER, now },
    { kind: 'resume', by: MANAGER, now },
    { kind: 'cancel', by: MANAGER, now },
  ];
  for (const item of state.items) {
    const of = { item: item.id, brings: BRINGS, ...person(item.user) };
    if (item.state === 'approved') list.push({ kind: 'retract', ...of });
    if (!isLiveItem(item)) continue;
    list.push(
      { kind: 'approve', ...of },
      { kind: 'reject', ...of },
      { kind: 'transfer', to: NEWCOMER, ...of },
      { kind: 'delegate', to: NEWCOMER, ...of },
      { kind: 'addBefore', users: [NEWCOMER], ...of },
      { kind: 'addAfter', users: [NEWCOMER], ...of },
      { kind: 'removeAdded', item: item.id, by: MANAGER, now },
      { kind: 'reassign', item: item.id, to: 'other', by: MANAGER, now },
    );
    for (const [to, step] of model.steps)
      if (step.kind !== 'cc')
        list.push(
          { kind: 'return', to, mode: 'replay', ...of },
          { kind: 'return', to, mode: 'jumpBack', ...of },
        );
  }
  for (const { id, state: at } of state.visits) {
    if (at !== 'active') continue;
    list.push(
      { kind: 'met', visit: id, now },
      { kind: 'performed', visit: id, now },
      { kind: 'calledBack', visit: id, now },
      { kind: 'failed', visit: id, now },
    );
    for (const to of model.steps.keys())
      list.push({ kind: 'jump', visit: id, to, by: MANAGER, now });
  }
  for (const timer of state.timers) list.push({ kind: 'timer', timer: timer.id, now });
  for (const child of state.children) {
    list.push({ kind: 'failed', visit: child.visit, child: child.id, now });
    for (const result of ['approved', 'rejected'] as const)
      list.push({ kind: 'childEnded', child: child.id, result, now });
  }
  return list;
}
