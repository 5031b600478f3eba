import type { DocumentTools } from '../../../machines/index.ts';
import {
  apply,
  describeOperations,
  diff,
  flatten,
  invert,
  merge3,
  DocumentError,
  treeProblems,
  type NestedDocument,
  type PageDocument,
  type PageOperation,
} from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import type { Registry } from '../../view/index.ts';
import { describedRegistry } from './described.ts';
import { outlineOf } from './outline.ts';
import { randomId, type NewId } from './new-id.ts';
import { PagePlans } from './plan.ts';

const asPage = (document: object): PageDocument => document as PageDocument;
const asSteps = (steps: readonly object[]): PageOperation[] => steps as PageOperation[];

/**
 * A value as a flat page whose nodes are one tree: what operations can be made of. Whether it is
 * sound is validation's to say.
 */
function readPage(
  value: unknown,
): { document: Readonly<Record<string, unknown>> } | { refusal: string } {
  if (!isRecord(value)) return { refusal: '这里应是一份页面文档' };
  try {
    const page = isRecord(value['body'])
      ? flatten(value as unknown as NestedDocument)
      : asPage(value);
    if (typeof page.root !== 'string' || !isRecord(page.nodes))
      return { refusal: '页面文档缺少 root 或 nodes' };
    const [first] = treeProblems(page);
    return first
      ? { refusal: first.msg }
      : { document: page as unknown as Readonly<Record<string, unknown>> };
  } catch (error) {
    return {
      refusal:
        (error instanceof DocumentError ? error.problems[0]?.msg : undefined) ??
        '这里应是一份页面文档',
    };
  }
}

/** Keys that hold lists of actions, of a node and of the page. */
const ACTION_KEYS = new Set(['on', 'onOpen', 'steps']);
/** A list of actions without what is filled in: another one where an action came, went or moved. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isRecord(value)) return null;
  return Object.entries(value).map(([key, item]) => [key, key === 'do' ? item : shapeOf(item)]);
}
/** Sets of the same keys are one change while they go on: what is typed in one box. */
function markOf(steps: readonly PageOperation[]): string | null {
  const marks = steps.map((step) =>
    step.op === 'set'
      ? [step.id, ...step.path, ACTION_KEYS.has(step.path[0] ?? '') ? shapeOf(step.value) : null]
      : null,
  );
  return marks.length > 0 && marks.every((mark) => mark !== null) ? JSON.stringify(marks) : null;
}

/** What an editor of documents needs to know of pages. */
export function pageTools(running: Registry, newId: NewId = randomId): DocumentTools {
  const registry = describedRegistry(running);
  return {
    read: readPage,
    diff: (before, after) => diff(asPage(before), asPage(after)),
    apply: (document, steps) =>
      apply(asPage(document), asSteps(steps)) as unknown as Readonly<Record<string, unknown>>,
    invert: (document, steps) => invert(asPage(document), asSteps(steps)),
    same: (one, other) =>
      diff({ ...asPage(one), rev: 0 }, { ...asPage(other), rev: 0 }).length === 0,
    merge: (base, ours, theirs) =>
      apply(
        asPage(ours),
        merge3(asPage(base), asPage(ours), asPage(theirs)).ops,
      ) as unknown as Readonly<Record<string, unknown>>,
    plan: (document, wish, selected) =>
      new PagePlans(asPage(document), registry, selected, newId).plan(wish),
    outline: (document, selected) => outlineOf(asPage(document), registry, selected),
    partPath: (document, selected) =>
      Object.hasOwn(asPage(document).nodes, selected) ? ['nodes', selected] : null,
    mark: (steps) => markOf(asSteps(steps)),
    words: (before, steps) =>
      [describeOperations(asSteps(steps), asPage(before))].flat().join('，'),
  };
}
