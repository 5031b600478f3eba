import { foundAt, isRecord, recordsOf, textOf } from '../../src/values/index.ts';
import { isSpelled, type Spelling } from '../../src/ui/hooks/index.ts';

/** Rows of one group: more are found by typing on. */
const MOST = 8;

/** One row of the list, ready to be drawn. */
export interface SearchRow {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly icon: string;
  /** Address inside this entry; empty for a row that is an event. */
  readonly path: string;
  /** Found elsewhere for the text: not to be opened while a later text is being looked for. */
  readonly found: boolean;
}
export interface SearchGroup {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly SearchRow[];
}
type Given = Readonly<Record<string, unknown>>;

/**
 * A section as a page writes it: `title`, `icon`, `rows`; `key`, `text` and `note` are the properties
 * of a row that are drawn, several joined by /; `prefix` precedes the text; `path` is where a row
 * leads, with {id} of the row and {group.id} of its group; `filter` lists only rows that have what is
 * typed, `typed` shows the section only while something is typed. Rows in groups are `groups`, their
 * title and rows named by `groupTitle` and `groupRows`.
 */
type Section = Given;

/** The texts of some properties, those that are empty left out: 'fieldLabel/value' is 电话 1380. */
const textsOf = (row: Given, names: unknown): string =>
  textOf(names)
    .split('/')
    .map((name) => textOf(row[name.trim()]))
    .filter(Boolean)
    .join(' ');

/** A path with the properties it names, each as one part of an address. */
const pathOf = (pattern: unknown, row: Given, group: Given): string =>
  textOf(pattern).replace(/\{(group\.)?(\w+)\}/g, (_, ofGroup: string | undefined, name: string) =>
    encodeURIComponent(textOf((ofGroup ? group : row)[name])),
  );

interface Choice {
  readonly typed: string;
  readonly spelling: Spelling | null;
}

function fits(section: Section, row: SearchRow, { typed, spelling }: Choice): boolean {
  if (section['filter'] !== true || typed === '') return true;
  const text = `${row.text} ${row.note}`;
  return foundAt(text, typed) !== null || isSpelled(row.text, typed.toLowerCase(), spelling);
}

function rowOf(section: Section, row: Given, group: Given): SearchRow {
  const text = textsOf(row, section['text'] ?? 'text') || '未命名';
  return {
    key: textsOf(row, section['key'] ?? 'key'),
    text: `${textOf(section['prefix'])}${text}`,
    note: textsOf(row, section['note'] ?? 'note'),
    icon: textOf(row['icon']) || textOf(section['icon']),
    path: textOf(row['path']) || pathOf(section['path'], row, group),
    found: section['typed'] === true && section['filter'] !== true,
  };
}

/** The groups of one section: its own rows, or those of each group it lists. */
function groupsIn(section: Section, at: number, choice: Choice): SearchGroup[] {
  if (section['visible'] === false || (section['typed'] === true && choice.typed === '')) return [];
  const isGrouped = section['groups'] !== undefined;
  const groups = isGrouped ? recordsOf(section['groups']) : [section];
  return groups.map((group, i) => ({
    key: `${at}-${i}`,
    title: isGrouped
      ? [textOf(section['title']), textsOf(group, section['groupTitle'] ?? 'title')]
          .filter(Boolean)
          .join(' · ')
      : textOf(section['title']),
    rows: recordsOf(group[isGrouped ? textOf(section['groupRows']) || 'rows' : 'rows'])
      .filter((row) => isRecord(row) && row['visible'] !== false)
      .map((row) => rowOf(section, row, isGrouped ? group : {}))
      .filter((row) => fits(section, row, choice))
      .slice(0, MOST),
  }));
}

/** Everything the list shows for what is typed, groups without rows left out. */
export const searchGroups = (sections: unknown, choice: Choice): SearchGroup[] =>
  recordsOf(sections)
    .flatMap((section, at) => groupsIn(section, at, choice))
    .filter(({ rows }) => rows.length > 0);
