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

/**
 * Adds one option a line after the `at`th; blank lines and labels that are already there are left
 * out. `elsewhere` are codes of other levels.
 */
export function addLines(
  options: readonly SelectOption[],
  text: string,
  at = options.length,
  elsewhere: readonly string[] = [],
): SelectOption[] {
  const taken = new Set([...codesOf(options), ...elsewhere]);
  const labels = new Set(options.map(({ label }) => label.trim()).filter(Boolean));
  const added: SelectOption[] = [];
  for (const line of text.split(/\r?\n|\t/)) {
    const label = line.trim().slice(0, MAX_LABEL);
    if (label === '' || labels.has(label) || options.length + added.length >= MAX_OPTIONS) continue;
    const code = newCode(taken);
    taken.add(code);
    labels.add(label);
    added.push({ code, label, color: colorAt(options.length + added.length) });
  }
  return [...options.slice(0, at), ...added, ...options.slice(at)];
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
