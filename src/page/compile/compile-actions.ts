import type { Action } from '../model/document.ts';
import { isObject, isText, own, put, at, type ProblemPath } from '../../document/index.ts';
import type { ActionModel, ConfirmModel, ValueModel } from '../model/model.ts';
import { compileValue, literal, type FaultHandler } from './value.ts';

/** Which arguments of an action hold steps to run later: name -> argument names. */
export type StepArgs = (action: string) => readonly string[];
/** Used without a catalogue: the composed actions every engine has. */
const DEFAULT_STEP_ARGS: Readonly<Record<string, readonly string[]>> = {
  parallel: ['steps', 'branches'],
  forEach: ['steps'],
  switch: ['cases', 'else', 'otherwise'],
  try: ['steps', 'catch', 'always'],
};
export const stepArgsOf = (
  actions: Iterable<{ name: string; steps?: readonly string[] }> | undefined,
): StepArgs => {
  const byName = new Map<string, readonly string[]>(Object.entries(DEFAULT_STEP_ARGS));
  for (const action of actions ?? []) byName.set(action.name, action.steps ?? []);
  return (name) => byName.get(name) ?? [];
};

/** Compiles an event's list of actions. Malformed actions are left out: validation reports them. */
export function compileActionList(
  list: unknown,
  place: ProblemPath,
  steps: StepArgs,
  onFault: FaultHandler,
): readonly ActionModel[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((action: unknown, i) =>
    isObject(action) && isText(own(action, 'do'))
      ? [compileAction(action as unknown as Action, at(place, i), steps, onFault)]
      : [],
  );
}

function compileAction(
  action: Action,
  place: ProblemPath,
  steps: StepArgs,
  onFault: FaultHandler,
): ActionModel {
  const value = (raw: unknown, ...keys: string[]): ValueModel =>
    compileValue(raw, at(place, ...keys), onFault);
  return {
    do: action.do,
    path: place.path,
    args: compileArgs(action, place, steps, onFault),
    ...(action.if !== undefined && { if: value(action.if, 'if') }),
    ...(action.as !== undefined && { as: action.as }),
    ...(isObject(action.confirm) && { confirm: compileConfirm(action.confirm, place, onFault) }),
    ...(action.onError !== undefined && {
      onError: compileActionList(action.onError, at(place, 'onError'), steps, onFault),
    }),
  };
}

function compileArgs(
  action: Action,
  place: ProblemPath,
  steps: StepArgs,
  onFault: FaultHandler,
): Record<string, ValueModel> {
  const held = steps(action.do);
  const args: Record<string, ValueModel> = {};
  for (const [name, value] of Object.entries(isObject(action.args) ? action.args : {})) {
    put(
      args,
      name,
      held.includes(name)
        ? literal(value as never)
        : compileValue(value, at(place, 'args', name), onFault),
    );
  }
  return args;
}

function compileConfirm(
  confirm: NonNullable<Action['confirm']>,
  place: ProblemPath,
  onFault: FaultHandler,
): ConfirmModel {
  const value = (key: 'title' | 'text' | 'ok'): ValueModel =>
    compileValue(confirm[key], at(place, 'confirm', key), onFault);
  return {
    text: value('text'),
    danger: confirm.danger === true,
    ...(confirm.title !== undefined && { title: value('title') }),
    ...(confirm.ok !== undefined && { ok: value('ok') }),
  };
}

const compiled = new WeakMap<object, readonly ActionModel[]>();
/**
 * The steps an action holds (parallel, forEach, switch), compiled when first run and cached for the
 * document's lifetime. Formulas that do not parse were reported when the page was compiled or
 * saved; here they read as null.
 */
export function compileActions(
  list: unknown,
  steps: StepArgs = stepArgsOf(undefined),
): readonly ActionModel[] {
  if (!Array.isArray(list)) return [];
  let models = compiled.get(list);
  if (!models) {
    models = compileActionList(list, { path: '' }, steps, () => undefined);
    compiled.set(list, models);
  }
  return models;
}
