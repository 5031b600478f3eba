import {
  asText,
  isObject,
  isText,
  own,
  at,
  ROOT_PATH,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';
import { stepsName } from '../model/steps.ts';
import { compileValue } from '../compile/value.ts';
import type { Validation } from './context.ts';

/**
 * A step that writes records, or holds or runs steps that do so in its list's transaction. `above`
 * are the page's steps around it: a circle is reported elsewhere.
 */
function writes(v: Validation, value: unknown, above: readonly string[] = []): boolean {
  if (Array.isArray(value)) return value.some((item) => writes(v, item, above));
  if (!isObject(value)) return false;
  const steps = stepsName(own(value, 'do'));
  if (steps !== undefined)
    return (
      !above.includes(steps) &&
      writes(v, own(own(own(v.document, 'steps'), steps), 'do'), [...above, steps])
    );
  const spec = v.actions.get(asText(own(value, 'do')));
  if (spec?.writes) return true;
  return (
    !spec?.apart &&
    Object.entries(value).some(([key, item]) => key !== 'onError' && writes(v, item, above))
  );
}
const resultsRead = (value: unknown): string[] =>
  compileValue(value, ROOT_PATH, () => undefined).dependencies.flatMap((path) =>
    path[0] === 'results' && path[1] !== undefined ? [path[1]] : [],
  );

/**
 * Record steps of a list are written together, with the last of them: a step in between cannot read
 * their results. Reported here, so that no run fails on it.
 */
export function earlyReads(v: Validation, list: readonly unknown[], place: ProblemPath): void {
  const last = list.findLastIndex((step) => writes(v, step));
  const waiting = new Set<string>();
  for (const [i, step] of list.slice(0, Math.max(0, last)).entries()) {
    if (!isObject(step)) continue;
    const name = own(step, 'as');
    if (writes(v, step)) {
      if (isText(name)) waiting.add(name);
      continue;
    }
    const early =
      waiting.size > 0 ? resultsRead(read(step)).find((each) => waiting.has(each)) : undefined;
    if (early !== undefined)
      v.problems.invalid(
        at(place, i),
        `这一步要读“${early}”的结果，而同一组的记录要到第 ${last + 1} 步才一起写入；请移到它后面，或把前面的步骤放进 try`,
      );
  }
}
/** What a step reads when it runs; its onError runs only when nothing was written. */
const read = ({ onError: _onError, ...rest }: JsonObject): JsonObject => rest;
