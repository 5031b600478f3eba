import { useMemo } from 'react';
import { MEMBER_TABS } from '../../../contract/index.ts';
import type { Member, MemberPickerContext, TreeLine } from '../../../../machines/index.ts';
import { isSpelled, useSpelling, type Spelling } from '../../hooks/use-spelling.ts';
import { allLines } from './services.ts';

/** Departments and roles shown of a search: typing on narrows it. */
const MOST_LINES = 50;
const NOBODY: readonly Member[] = [];

export const lineMember = (
  kind: 'dept' | 'role',
  line: TreeLine,
  above: readonly string[] = [],
): Member => ({
  id: line.id,
  kind,
  name: line.title,
  ...(above.length > 0 && { note: above.join(' / ') }),
});

/** Departments or roles by part of their names, or by how their pinyin or its initials begin. */
export function findLines(
  kind: 'dept' | 'role',
  lines: readonly TreeLine[] | null,
  text: string,
  spelling: Spelling | null,
): Member[] {
  const wanted = text.trim().toLowerCase();
  const fits = (title: string) =>
    title.toLowerCase().includes(wanted) || isSpelled(title, wanted, spelling);
  return allLines(lines ?? [])
    .filter(({ line }) => !line.group && fits(line.title))
    .slice(0, MOST_LINES)
    .map(({ line, above }) => lineMember(kind, line, above));
}

/** Rows of the list: those of the tab, matches among departments and roles, and people. */
export function useMemberRows({
  settings,
  tab,
  text,
  people,
  trees,
}: MemberPickerContext): readonly Member[] {
  const searching = text.trim() !== '';
  const spelling = useSpelling(searching ? text : '');
  const found = useMemo(
    () =>
      searching
        ? [
            ...(settings.kinds.includes('dept')
              ? findLines('dept', trees.depts, text, spelling)
              : []),
            ...(settings.kinds.includes('role')
              ? findLines('role', trees.roles, text, spelling)
              : []),
          ]
        : [],
    [searching, settings.kinds, trees, text, spelling],
  );
  const offered = searching ? NOBODY : (settings.offers[tab] ?? NOBODY);
  return useMemo(
    () => [...offered, ...found, ...(tab === MEMBER_TABS.current && !searching ? [] : people)],
    [offered, found, people, tab, searching],
  );
}
