import { useMemo } from 'react';
import { isRecord, recordsOf, rowsOf, textOf } from '../../src/values/index.ts';
import type { BoxBadge, BoxMark } from './Boxes.tsx';
import type { TreeCanvasProps } from './index.ts';
import type { LitPath } from './Lines.tsx';
import { aboveOf, type Canvas } from './rows.ts';

const marksOf = (marks: unknown, idProp: string): ReadonlyMap<string, BoxMark> => {
  const found = new Map<string, BoxMark>();
  for (const mark of recordsOf(marks)) {
    const id = textOf(mark[idProp]);
    const warning = mark['severity'] === 'warning';
    const before = found.get(id);
    if (!before || (before.warning && !warning))
      found.set(id, { msg: textOf(mark['msg']), warning });
  }
  return found;
};
type PathProps = Pick<TreeCanvasProps, 'lit' | 'litId' | 'litBranch' | 'at'>;
/**
 * The nodes that are passed, in their order, each branch before what is in it. The path stops at
 * its last node, unless others are said.
 */
function litOf(canvas: Canvas, { lit: rows, litId, litBranch, at }: PathProps): LitPath {
  const [idProp, branchProp] = [textOf(litId) || 'id', textOf(litBranch)];
  const found = rowsOf(rows).flatMap((step) => {
    if (!isRecord(step)) return [...aboveOf(canvas, textOf(step)), textOf(step)];
    const id = textOf(step[idProp]);
    const branch = branchProp === '' ? '' : textOf(step[branchProp]);
    return [...aboveOf(canvas, id), id, ...(branch === '' ? [] : [branch])];
  });
  const lit = [...new Set(found)];
  return { lit, ends: Array.isArray(at) ? rowsOf(at).map((id) => textOf(id)) : lit.slice(-1) };
}
const badgesOf = (badges: unknown): ReadonlyMap<string, BoxBadge> =>
  new Map(
    recordsOf(badges).map((badge) => [
      textOf(badge['id']),
      { text: textOf(badge['text']), color: textOf(badge['color']) || 'arcoblue' },
    ]),
  );

/** What is said about nodes besides what they are. */
export function useNotes(props: TreeCanvasProps, canvas: Canvas) {
  const { marks, markId, badges, lit, litId, litBranch, at } = props;
  return {
    marks: useMemo(() => marksOf(marks, textOf(markId) || 'id'), [marks, markId]),
    badges: useMemo(() => badgesOf(badges), [badges]),
    path: useMemo(
      () => litOf(canvas, { lit, litId, litBranch, at }),
      [canvas, lit, litId, litBranch, at],
    ),
  };
}
