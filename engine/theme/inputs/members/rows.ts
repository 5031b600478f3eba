import { useEffect, useMemo, useState } from 'react';
import { MEMBER_TABS } from '../../../../contract/index.ts';
import type { Member, MemberPickerContext, TreeLine } from '../../../../machines/index.ts';
import { allLines } from './services.ts';

type Initials = (label: string) => string;
/** Departments and roles shown of a search: typing on narrows it. */
const MOST_LINES = 50;

/** Pinyin is fetched when somebody types letters, not before. */
function useInitials(text: string): Initials | null {
  const [initials, setInitials] = useState<Initials | null>(null);
  const wanted = initials === null && /[a-z]/i.test(text);
  useEffect(() => { if (wanted) import('../tree/initials.ts').then((module) => setInitials(() => module.initialsOf), () => undefined); }, [wanted]);
  return initials;
}

export const lineMember = (kind: 'dept' | 'role', line: TreeLine, above: readonly string[] = []): Member => ({ id: line.id, kind, name: line.title, ...(above.length > 0 && { note: above.join(' / ') }) });

/** Departments or roles by part of their names, or by their initials. */
export function findLines(kind: 'dept' | 'role', lines: readonly TreeLine[] | null, text: string, initials: Initials | null): Member[] {
  const wanted = text.trim().toLowerCase();
  const fits = (title: string) => title.toLowerCase().includes(wanted) || (initials !== null && /^[a-z]+$/.test(wanted) && initials(title).startsWith(wanted));
  return allLines(lines ?? []).filter(({ line }) => !line.group && fits(line.title)).slice(0, MOST_LINES).map(({ line, above }) => lineMember(kind, line, above));
}

/** Rows of the list: those who stand in the tab, what a search found among departments and roles, and people. */
export function useMemberRows({ settings, tab, text, people, trees }: MemberPickerContext): readonly Member[] {
  const searching = text.trim() !== '';
  const initials = useInitials(searching ? text : '');
  const found = useMemo(() => (searching ? [...(settings.kinds.includes('dept') ? findLines('dept', trees.depts, text, initials) : []), ...(settings.kinds.includes('role') ? findLines('role', trees.roles, text, initials) : [])] : []), [searching, settings.kinds, trees, text, initials]);
  const offered = searching ? [] : settings.offers[tab] ?? [];
  return useMemo(() => [...offered, ...found, ...(tab === MEMBER_TABS.current && !searching ? [] : people)], [offered, found, people, tab, searching]);
}
