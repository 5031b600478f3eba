import {
  pickedCompletion,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import {
  FUNCTIONS,
  functionText,
  parseDisplayText,
  writeName,
  type FunctionDefinition,
} from '../../../expression/index.ts';
import { readName } from '../../../values/index.ts';
import { initialsOf } from '../../../ui/pinyin/index.ts';
import { EXAMPLES, WORDS } from './examples.ts';
import { nameAt, type FormulaName, type FormulaSource, type FormulaContext } from './context.ts';

const NAME = '(?:`[^`]*`|[\\p{L}_$][\\p{L}\\p{M}\\p{N}_$]*)';
const PATH = `${NAME}(?:\\s*[.．]\\s*${NAME})*`;
/** A path up to its last point, and what is typed of the next name. */
const TYPED = new RegExp(
  `((?:${NAME}\\s*[.．]\\s*)*)((?:[\\p{L}_$][\\p{L}\\p{M}\\p{N}_$]*)?)$`,
  'u',
);
/** A comparison whose right side is being written: name = ' or name in ['a', ' */
const COMPARED = new RegExp(
  `(${PATH})\\s*(?:=|!=|<>|＝|≠|(?:(?:not\\s+)?in|不?属于)\\s*[[【](?:[^\\]】]*[,，])?)\\s*(['‘“"]?[^'"’”，,\\]]*)$`,
  'iu',
);
/** The list a total goes over, when the cursor is behind its where (其中). */
const ROWS = new RegExp(
  `[(（]\\s*(?:[^()（）]*\\sof\\s+)?(${PATH})\\s+(?:where|其中)\\s(?:[^()（）]|\\([^()]*\\))*$`,
  'iu',
);
/** Most names offered at once: every field of a large object and every function. */
const MAX_OFFERED = 300;

/** Where a typed path leads; labels and names alike. */
function target(path: string, names: readonly FormulaName[]): FormulaName | undefined {
  const parsed = parseDisplayText(path, names);
  return parsed.ok && parsed.ast.kind === 'path' ? nameAt(parsed.ast.path, names) : undefined;
}

/**
 * How well a word answers to what is typed: 0 not at all; its beginning is best, then its English
 * name, then its initials.
 */
function likeness(typed: string, label: string, name: string): number {
  if (typed === '') return 1;
  const wanted = typed.toLowerCase();
  const [said, written] = [label.toLowerCase(), name.toLowerCase()];
  if (said.startsWith(wanted)) return 5;
  if (written.startsWith(wanted)) return 4;
  const initials = initialsOf(label);
  if (initials.startsWith(wanted)) return 3;
  return said.includes(wanted) || written.includes(wanted) ? 2 : initials.includes(wanted) ? 1 : 0;
}

interface Offer {
  completion: Completion;
  rank: number;
  /** The heading above it. */
  group: string;
}
/** A label that would mean something else here is written as its apiName. */
const wordOf = (each: FormulaName, among: readonly FormulaName[]): string =>
  each.label.trim() !== '' &&
  !among.some(
    (other) => other !== each && (other.name === each.label || other.label === each.label),
  )
    ? each.label
    : each.name;
const nameOffers = (names: readonly FormulaName[], typed: string, at: number): Offer[] =>
  names.map((each) => ({
    rank: likeness(typed, each.label, each.name) * 2 + 1,
    group: '字段',
    completion: {
      label: each.label,
      detail: (each.name === each.label ? '' : `${each.name} · `) + readName(each.type, each.field),
      type: 'variable',
      apply: writeName(wordOf(each, names), at),
      ...(each.field?.help && { info: each.field.help }),
    },
  }));

/** Writes a function's name, with brackets where none follow. */
const insertFunction =
  (fn: (typeof FUNCTIONS)[number]) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    const isFollowed = /^\s*[(（]/u.test(view.state.sliceDoc(to, to + 4));
    const changes = { from, to, insert: fn.zh };
    if (isFollowed) view.dispatch({ changes, annotations: pickedCompletion.of(completion) });
    else
      snippet(fn.takes.length === 0 ? `${fn.zh}()` : `${fn.zh}(\${})`)(view, completion, from, to);
  };
const signature = (fn: FunctionDefinition): string =>
  `${fn.zh}(${fn.args.join(', ')}${fn.rest ? ', …' : ''})`;
const functionOffers = (typed: string): Offer[] =>
  FUNCTIONS.map((fn) => ({
    rank: likeness(typed, fn.zh, fn.name) * 2,
    group: `${fn.group}函数`,
    completion: {
      label: fn.zh,
      detail: fn.name,
      type: 'function',
      info: [
        signature(fn),
        functionText(fn.name)?.doc ?? '',
        ...(EXAMPLES[fn.name] ? [`例如 ${EXAMPLES[fn.name]}`] : []),
      ].join('\n'),
      apply: insertFunction(fn),
    },
  }));
const wordOffers = (typed: string): Offer[] =>
  WORDS.map(({ word, means, doc, example }) => ({
    // Behind functions and fields that are as like: words are short and few.
    rank: likeness(typed, word, means) * 2 - (typed === '' ? 0 : 1),
    group: '运算与常量',
    completion: {
      label: word,
      detail: means,
      type: 'keyword',
      info: [doc, `例如 ${example}`].join('\n'),
    },
  }));
/** The best first, under their headings; the heading of the best is the first. */
function best(offers: readonly Offer[]): Completion[] {
  const found = offers
    .filter(({ rank }) => rank > 1)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MAX_OFFERED);
  const groups = [...new Set(found.map(({ group }) => group))];
  return groups.flatMap((group, rank) =>
    found
      .filter((offer) => offer.group === group)
      .map(({ completion }) =>
        groups.length > 1 ? { ...completion, section: { name: group, rank } } : completion,
      ),
  );
}

/** Choices of the field a text is compared with. */
function choices(
  before: string,
  pos: number,
  names: readonly FormulaName[],
  explicit: boolean,
): CompletionResult | null {
  const compared = COMPARED.exec(before);
  const options = compared && target(compared[1]!, names)?.options;
  if (!compared || !options) return null;
  const written = compared[2]!;
  const typed = written.replace(/^['‘“"]/u, '');
  if (!explicit && written === '' && !/[=＝≠[【,，]\s*$/u.test(before)) return null;
  const offers = options
    .filter((option) => !option.disabled)
    .map(({ code, label }): Offer => ({
      rank: likeness(typed, label, code) * 2,
      group: '选项',
      completion: {
        label,
        detail: `'${code}'`,
        type: 'text',
        apply: (view, completion, from, to) => {
          const closes = /^['’”"]/u.test(view.state.sliceDoc(to, to + 1)) ? 1 : 0;
          const insert = `'${code.replaceAll("'", "''")}'`;
          view.dispatch({
            changes: { from, to: to + closes, insert },
            selection: { anchor: from + insert.length },
            annotations: pickedCompletion.of(completion),
          });
        },
      },
    }));
  return { from: pos - written.length, options: best(offers), filter: false };
}

function offersAt(
  before: string,
  context: FormulaContext,
): { offers: Offer[]; typed: string; path: string } {
  const [, path = '', typed = ''] = TYPED.exec(before) ?? [];
  const rows = ROWS.exec(before);
  const inRow = rows ? (target(rows[1]!, context.names)?.inside ?? []) : [];
  const hidden = new Set(inRow.flatMap(({ name, label }) => [name, label]));
  const names = [
    ...inRow,
    ...context.names.filter(({ name, label }) => !hidden.has(name) && !hidden.has(label)),
  ];
  const above = path === '' ? undefined : target(path.replace(/[.．]\s*$/u, ''), names);
  if (path !== '') return { offers: nameOffers(above?.inside ?? [], typed, 1), typed, path };
  return {
    offers: [...nameOffers(names, typed, 0), ...functionOffers(typed), ...wordOffers(typed)],
    typed,
    path,
  };
}

/**
 * Fields by label, name and pinyin initials, functions with their signature, and the choices of a
 * select as values.
 */
export const completeFormula =
  (source: FormulaSource) =>
  (context: CompletionContext): CompletionResult | null => {
    const world = source();
    const before = context.state.sliceDoc(0, context.pos);
    const values = choices(before, context.pos, world.names, context.explicit);
    if (values) return values;
    const isInText = (before.replaceAll(/`[^`]*`/gu, '').match(/'/gu)?.length ?? 0) % 2 === 1;
    if (isInText) return null;
    const { offers, typed, path } = offersAt(before, world);
    if (!context.explicit && typed === '' && path === '') return null;
    return { from: context.pos - typed.length, options: best(offers), filter: false };
  };
