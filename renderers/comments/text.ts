import { isRecord, numberOf, recordsOf, textOf } from '../../src/values/index.ts';

/** A text being written: as displayed, and the users its names refer to ({name: user id}). */
export interface CommentDraft {
  readonly text: string;
  readonly people: Readonly<Record<string, string>>;
}
export const EMPTY_DRAFT: CommentDraft = { text: '', people: {} };
export const isCommentDraft = (value: unknown): value is CommentDraft =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  isRecord(value['people']) &&
  Object.values(value['people']).every((id) => typeof id === 'string');

/** Longer names first: 林晓明 is not 林晓 with something behind it. */
const longestFirst = (people: CommentDraft['people']): string[] =>
  Object.keys(people).toSorted((a, b) => b.length - a.length);
/** The draft as it is stored: names that were chosen become @{id}. */
export const storedTextOf = ({ text, people }: CommentDraft): string =>
  longestFirst(people)
    .reduce((all, name) => all.replaceAll(`@${name}`, `@{${people[name]!}}`), text)
    .trim();

/**
 * The mention being typed before the caret: the position of its @ and the text after it; null when
 * there is none.
 */
export function mentionBeforeCaret(
  text: string,
  caret: number,
): { from: number; name: string } | null {
  const found = /@([^\s@{}]{0,20})$/.exec(text.slice(0, caret));
  return found ? { from: found.index, name: found[1]! } : null;
}
/**
 * Replaces the typed text by a mention; two of one name are distinguished by `note`. Returns the
 * draft and the caret behind it.
 */
export function insertMention(
  draft: CommentDraft,
  at: { from: number; name: string },
  person: { id: string; name: string; note: string },
): { draft: CommentDraft; caret: number } {
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

/** Parts of a stored text: plain, or a user id. */
export function textParts(content: string): ({ text: string } | { person: string })[] {
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
export interface CommentThreads {
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
 * The response as threads: the newest first, replies under their comment, the oldest first. A reply
 * to a comment of another page is a thread of its own.
 */
export function readThreads(data: unknown): CommentThreads {
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
