import type { PageDocument } from './document.ts';
import { isObject, isText, own } from '../../document/index.ts';

const PREFIX = 'steps.';

/** The name of the page's steps that an action's `do` runs; undefined for any other action. */
export const stepsName = (action: unknown): string | undefined =>
  isText(action) && action.startsWith(PREFIX) ? action.slice(PREFIX.length) : undefined;

/** Names of steps that a list of actions runs, those inside its arguments included. */
function stepsRun(list: unknown): string[] {
  if (Array.isArray(list)) return list.flatMap(stepsRun);
  if (!isObject(list)) return [];
  const name = stepsName(own(list, 'do'));
  const inside = Object.values(list).flatMap(stepsRun);
  return name === undefined ? inside : [name, ...inside];
}

/** Names of steps that something in the page runs, directly or through other steps. */
export function stepsInUse({ nodes, onOpen, steps = {} }: PageDocument): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting = stepsRun([onOpen ?? [], Object.values(nodes).map((node) => own(node, 'on'))]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...stepsRun(own(own(steps, name), 'do')));
  }
  return used;
}
