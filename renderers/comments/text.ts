import { isRecord, numberOf, recordsOf, textOf } from '../../src/values/index.ts';

/** A text somebody writes: as it is seen, and whom the names in it mean ({name: user id}). */
export interface Draft {
  readonly text: string;
  readonly people: Readonly<Record<string, string>>;
}
export const NO_DRAFT: Draft = { text: '', people: {} };
export const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  isRecord(value['people']) &&
  Object.values(value['people']).every((id) => typeof id === 'string');

/** Longer names first: 林晓明 is not 林晓 with something behind it. */
const longestFirst = (people: Draft['people']): string[] =>
  Object.keys(people).toSorted((a, b) => b.length - a.length);
/** The draft as it is stored: names that were chosen become @{id}. */
export const contentOf = ({ text, people }: Draft): string =>
  longestFirst(people)
    .reduce((all, name) => all.replaceAll(`@${name}`, `@{${people[name]!}}`), text)
    .trim();

/**
 * The name being typed behind an @ before the caret: where the @ stands and what follows; null when
 * there is none.
 */
export function typedName(text: string, caret: number): { from: number; name: string } | null {
  const found = /@([^\s@{}]{0,20})$/.exec(text.slice(0, caret));
  return found ? { from: found.index, name: found[1]! } : null;
}
/**
 * Puts a person in the place of what was typed; two of one name are told apart by `note`. Answers
 * the draft and the caret behind it.
 */
export function withPerson(
  draft: Draft,
  at: { from: number; name: string },
  person: { id: string; name: string; note: string },
): { draft: Draft; caret: number } {
  const taken = draft.people[person.name];
  const name =
    taken !== undefined && taken !== person.id
      ? `${person.name}（${person.note || person.id}）`
      : person.name;
  const before = `${draft.text.slice(0, at.from)}@${name} `;
  const after = draft.text.slice(at.from + 1 + at.name.length);
  return {
    draft: {
      text: before + after.replace(/^ /, ''),
      people: { ...draft.people, [name]: person.id },
    },
    caret: before.length,
  };
}

/** Pieces of a stored text: plain, or somebody's id. */
export function pieces(content: string): ({ text: string } | { person: string })[] {
  return content
    .split(/(@\{[^{}\s]{1,64}\})/)
    .filter(Boolean)
    .map((part) => (/^@\{.+\}$/.test(part) ? { person: part.slice(2, -1) } : { text: part }));
}

export interface Comment {
  readonly id: string;
  readonly parentId: string;
  readonly content: string;
  readonly userId: string;
  readonly at: string;
  readonly deleted: boolean;
  readonly canDelete: boolean;
}
export interface Thread {
  readonly first: Comment;
  readonly answers: readonly Comment[];
}
export interface Talk {
  readonly threads: readonly Thread[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
  readonly labels: Record<string, unknown>;
}

const commentOf = (row: Record<string, unknown>): Comment => ({
  id: textOf(row['id']),
  parentId: textOf(row['parentId']),
  content: textOf(row['content']),
  userId: textOf(row['userId']),
  at: textOf(row['at']),
  deleted: row['deleted'] === true,
  canDelete: row['canDelete'] === true,
});
/**
 * The answer as threads: the newest first, answers under what they answer, the oldest first. An
 * answer to what is on another page stands by itself.
 */
export function readTalk(data: unknown): Talk {
  const answer = isRecord(data) ? data : {};
  const all = recordsOf(answer['records']).map(commentOf);
  const byId = new Map(all.map((comment) => [comment.id, comment]));
  const rootOf = (comment: Comment): Comment => {
    const seen = new Set<string>();
    let at = comment;
    while (at.parentId && byId.has(at.parentId) && !seen.has(at.id)) {
      seen.add(at.id);
      at = byId.get(at.parentId)!;
    }
    return at;
  };
  const threads = all
    .filter((comment) => rootOf(comment) === comment)
    .map((first) => ({
      first,
      answers: all.filter((each) => each !== first && rootOf(each) === first).reverse(),
    }));
  return {
    threads,
    total: numberOf(answer['total'], 0),
    current: numberOf(answer['current'], 1),
    size: numberOf(answer['size'], 20),
    labels: isRecord(answer['labels']) ? answer['labels'] : {},
  };
}
