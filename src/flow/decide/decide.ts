import type { FlowModel } from '../model/model.ts';
import type { FlowEvent } from '../state/events.ts';
import type { FlowState } from '../state/state.ts';
import * as answers from './answers.ts';
import type { Command, CommandKind, CommandOf } from './commands.ts';
import * as course from './course.ts';
import { Needed, type Known, type Need } from './known.ts';
import { Refused, type Refusal } from './refusal.ts';
import { Run, type Effect } from './run.ts';

export type Decision =
  | {
      readonly kind: 'done';
      readonly events: readonly FlowEvent[];
      readonly effects: readonly Effect[];
      readonly state: FlowState;
    }
  | { readonly kind: 'needs'; readonly needs: readonly Need[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

type Handler<K extends CommandKind> = (run: Run, command: CommandOf<K>) => void;
const HANDLERS: { [K in CommandKind]: Handler<K> } = {
  submit: course.submit,
  approve: answers.approve,
  reject: answers.reject,
  return: answers.returnTo,
  transfer: answers.transfer,
  delegate: answers.delegate,
  addBefore: answers.addSigners,
  addAfter: answers.addSigners,
  removeAdded: answers.removeAdded,
  withdraw: course.withdraw,
  retract: course.retract,
  urge: course.urge,
  copy: course.copy,
  comment: (run) => run.emit({ kind: 'commented' }),
  jump: course.jump,
  reassign: answers.reassign,
  suspend: course.suspend,
  resume: course.resume,
  cancel: course.cancel,
  timer: answers.timeOut,
  met: course.met,
  performed: course.performed,
  calledBack: course.calledBack,
  failed: course.failed,
  childEnded: course.childEnded,
  migrate: course.migrate,
};

/** Commands by the states of an instance they are for; all others are for a running one. */
const ANY_STATE: ReadonlySet<CommandKind> = new Set(['submit', 'comment', 'copy']);
const WHEN_SUSPENDED: ReadonlySet<CommandKind> = new Set([
  'resume',
  'cancel',
  'migrate',
  'childEnded',
  'reassign',
]);

function checkStatus(run: Run, command: Command): void {
  const { status } = run.state;
  const { kind } = command;
  // What could not be started is found out after what follows was decided.
  const isOfChild = kind === 'failed' && command.child !== undefined;
  if (isOfChild || ANY_STATE.has(kind)) {
    if (kind !== 'submit' && status === 'draft') run.refuse('FLOW_NOT_RUNNING');
    return;
  }
  if (status === 'suspended') {
    if (!WHEN_SUSPENDED.has(kind)) run.refuse('FLOW_SUSPENDED');
  } else if (status !== 'running' || kind === 'resume') run.refuse('FLOW_NOT_RUNNING');
}

/** Runs a command; what stopped it, if something did. */
function stopOf(run: Run, command: Command): Decision | null {
  try {
    checkStatus(run, command);
    (HANDLERS[command.kind] as Handler<CommandKind>)(run, command as never);
    return null;
  } catch (error) {
    if (error instanceof Needed) return { kind: 'needs', needs: error.needs };
    if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal };
    throw error;
  }
}

/**
 * What a command does to an instance: events and effects, what has to be known first, or why not.
 * Pure: no clock, no chance, nothing read.
 */
export function decide(
  model: FlowModel,
  state: FlowState,
  command: Command,
  known: Known = {},
): Decision {
  const { kind, request, now } = command;
  if (request !== undefined && state.requests.includes(request))
    return { kind: 'done', events: [], effects: [], state };
  const run = new Run(model, state, known, now, kind);
  const stop = stopOf(run, command);
  if (stop) return stop;
  if (request !== undefined) run.emit({ kind: 'done', request });
  return { kind: 'done', events: run.events, effects: run.effects, state: run.state };
}
