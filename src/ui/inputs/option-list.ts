import { type SelectOption, MAX_LABEL, MAX_OPTIONS } from '../../contract/index.ts';
import { COLORS } from '../icons/palette.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/**
 * A generated code. Random and never derived from the place or the label: a code that came back
 * after its option was removed would give old records a new meaning.
 */
function newCode(taken: ReadonlySet<string>): string {
  for (;;) {
    const code = `o_${Array.from({ length: 6 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')}`;
    if (!taken.has(code)) return code;
  }
}
const codesOf = (options: readonly SelectOption[]) => new Set(options.map(({ code }) => code));
/** Neighbours differ in colour; grey is for what a builder greys on purpose. */
const colorAt = (index: number): string =>
  COLORS[1 + ((index * 5) % (COLORS.length - 1))] ?? 'gray';

/** A pasted line with those indented below it. */
interface Line {
  readonly label: string;
  readonly below: Line[];
}
const TAB_WIDTH = 4;
const indentOf = (line: string): number =>
  [.../^\s*/u.exec(line)![0]].reduce(
    (width, space) => width + (space === '\t' ? TAB_WIDTH : space === '\u3000' ? 2 : 1),
    0,
  );
/** Lines of a text; in a tree an indented one is below the last one that is indented less. */
function linesOf(text: string, levels: number): Line[] {
  const top: Line[] = [];
  const above: { indent: number; line: Line }[] = [];
  for (const written of text.split(levels === 1 ? /\r?\n|\t/u : /\r?\n/u)) {
    const label = written.trim().slice(0, MAX_LABEL);
    if (label === '') continue;
    const indent = levels === 1 ? 0 : indentOf(written);
    while (above.length >= levels || (above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const line: Line = { label, below: [] };
    (above.at(-1)?.line.below ?? top).push(line);
    above.push({ indent, line });
  }
  return top;
}

/** The options a new field begins with, as long as they are unchanged. */
const isPlaceholder = ({ code, label, children }: SelectOption): boolean =>
  /^option\d$/.test(code) && label === `选项 ${code.slice(-1)}` && !children?.length;

/** Adds options for the lines behind the `at`th; one that is there already gets those below it. */
function merge(
  options: readonly SelectOption[],
  lines: readonly Line[],
  at: number,
  taken: Set<string>,
): SelectOption[] {
  const [before, after] = [options.slice(0, at), options.slice(at)];
  const added: SelectOption[] = [];
  for (const { label, below } of lines) {
    const list = [before, added, after].find((each) =>
      each.some((one) => one.label.trim() === label),
    );
    const place = list?.findIndex((one) => one.label.trim() === label) ?? -1;
    const known = list?.[place];
    if (known && below.length > 0) {
      const own = known.children ?? [];
      list![place] = { ...known, children: merge(own, below, own.length, taken) };
    }
    const count = options.length + added.length;
    if (known || count >= MAX_OPTIONS) continue;
    const code = newCode(taken);
    taken.add(code);
    const children = below.length > 0 && { children: merge([], below, 0, taken) };
    added.push({ code, label, color: colorAt(count), ...children });
  }
  return [...before, ...added, ...after];
}

/**
 * Adds one option a line after the `at`th; blank lines and labels that are already there are left
 * out, and unchanged placeholders are replaced. With more than one level, indented lines are below
 * the one above. `elsewhere` are codes of other levels.
 */
export function addLines(
  options: readonly SelectOption[],
  text: string,
  at = options.length,
  elsewhere: readonly string[] = [],
  levels = 1,
): SelectOption[] {
  const kept = options.every(isPlaceholder) ? [] : options;
  const taken = new Set([...codesOf(options), ...elsewhere]);
  return merge(kept, linesOf(text, levels), Math.min(at, kept.length), taken);
}
/** A blank option, to be named in place; `elsewhere` are codes of other levels. */
export const addEmptyOption = (
  options: readonly SelectOption[],
  elsewhere: readonly string[] = [],
): SelectOption[] => [
  ...options,
  {
    code: newCode(new Set([...codesOf(options), ...elsewhere])),
    label: '',
    color: colorAt(options.length),
  },
];
export const optionsOf = (value: unknown): SelectOption[] =>
  (Array.isArray(value) ? value : [])
    .filter(
      (item): item is SelectOption =>
        !!item && typeof item === 'object' && typeof item.code === 'string',
    )
    .map((item) => ({ ...item, label: String(item.label ?? '') }));
