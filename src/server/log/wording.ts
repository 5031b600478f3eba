import type { CallId, InputOf } from '../../contract/index.ts';
import { storable, type TenantTx } from '../kernel/index.ts';

/** One thing an operation is about, as it is at a moment. */
export interface Thing {
  /** What it is, for a person: 成员, 部门, 角色 ... */
  readonly kind: string;
  /** Empty where it is known by its name only. */
  readonly id: string;
  readonly name: string;
  /** What of it an operation may change, in words by their titles; never a secret. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** The moment at which things are looked at. */
interface LookupMoment<I> {
  readonly tx: TenantTx;
  readonly input: I;
  readonly userId: string;
  /**
   * True after the work was done, in its own transaction; false before it, and when it was refused.
   */
  readonly done: boolean;
}

/** How an operation is worded. */
export interface Wording<I> {
  /** What is done. `before` are the things as they were. */
  deed(input: I, before: readonly Thing[]): string;
  /** The things it is about, found by the input; those that do not exist are named so. */
  things(moment: LookupMoment<I>): Promise<readonly Thing[]>;
}

/** How the operations of a server are worded; each service adds those of its own. */
export class Wordings {
  readonly #byCall = new Map<string, Wording<never>>();

  /** Every operation of the contract needs one. */
  add(each: { readonly [I in CallId]?: Wording<InputOf<I>> }): void {
    for (const [id, wording] of Object.entries(each))
      this.#byCall.set(id, wording as Wording<never>);
  }

  /** Undefined where a service has not given one. */
  of(callId: string): Wording<unknown> | undefined {
    return this.#byCall.get(callId) as Wording<unknown> | undefined;
  }
}

/** Things one line names; more are counted. As many as a page of a list has. */
const MAX_THINGS = 200;
/** Characters of a name, of all names together, and of what changed. */
const MAX_NAME = 60;
const MAX_ABOUT = 2_000;
const MAX_CHANGE = 2_000;
const MAX_FACT = 200;
/** Names that are listed together before a change. */
const MAX_NAMES = 5;

const NOTHING = '（空）';

export interface Subject {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

const nameOf = ({ name }: Thing): string => storable(name, MAX_NAME);

/** The things a line names, without what changed of them. */
export const subjectsOf = (things: readonly Thing[]): Subject[] =>
  things.slice(0, MAX_THINGS).map((thing) => ({
    kind: storable(thing.kind, MAX_NAME),
    id: storable(thing.id, MAX_NAME),
    name: nameOf(thing),
  }));

/** The things in one text, by their kinds: 成员 白露、郁离；角色 客服. */
export function aboutText(things: readonly Thing[]): string {
  const kinds = new Map<string, string[]>();
  for (const thing of things.slice(0, MAX_THINGS))
    kinds.set(thing.kind, [...(kinds.get(thing.kind) ?? []), nameOf(thing)]);
  const text = [...kinds].map(([kind, names]) => `${kind} ${names.join('、')}`).join('；');
  return storable(things.length > MAX_THINGS ? `${text} 等 ${things.length} 项` : text, MAX_ABOUT);
}

function changesOf(before: Thing | undefined, after: Thing): string {
  const [was, is] = [before?.facts ?? {}, after.facts ?? {}];
  const parts = Object.keys(is).flatMap((title) => {
    const [from = '', to = ''] = [was[title], is[title]].map((text) =>
      storable(text ?? '', MAX_FACT),
    );
    if (before === undefined) return to === '' ? [] : [`${title}：${to}`];
    return from === to ? [] : [`${title}：${from || NOTHING} → ${to || NOTHING}`];
  });
  return parts.join('；');
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join('、');
  return names.length > MAX_NAMES ? `${shown} 等 ${names.length} 项` : shown;
}

/**
 * What changed of the things, in one sentence; those that changed alike are grouped. '' when
 * nothing did.
 */
export function changeText(before: readonly Thing[], after: readonly Thing[]): string {
  const keyOf = ({ kind, id, name }: Thing): string => JSON.stringify([kind, id, id ? '' : name]);
  const was = new Map(before.map((thing) => [keyOf(thing), thing]));
  const alike = new Map<string, string[]>();
  for (const thing of after) {
    const change = changesOf(was.get(keyOf(thing)), thing);
    if (change) alike.set(change, [...(alike.get(change) ?? []), nameOf(thing)]);
  }
  const whole =
    alike.size === 1 &&
    after.filter(({ facts }) => facts).length === [...alike.values()][0]!.length;
  const parts = [...alike].map(([change, names]) =>
    whole ? change : `${namesText(names)}：${change}`,
  );
  return storable(parts.join('。'), MAX_CHANGE);
}
