import type {
  Conflict,
  DocumentEditorServices,
  DocumentTools,
  Draft,
  EditedDocument,
  Saved,
  Step,
} from './types.ts';

/** A document of words by name, for tests: a step sets or takes away one. */
export const words = (given: Record<string, string>): EditedDocument => given;
const steps = (list: readonly Step[]) => list as readonly { key: string; value?: string }[];
const set = (
  document: EditedDocument,
  { key, value }: { key: string; value?: string },
): EditedDocument => {
  const { [key]: _gone, ...rest } = document;
  return value === undefined ? rest : { ...document, [key]: value };
};
export const wordTools: DocumentTools = {
  read: (value) =>
    typeof value === 'object' && value !== null
      ? { document: value as EditedDocument }
      : { refusal: '不是文档' },
  diff: (before, after) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => before[key] !== after[key])
      .map((key) => ({ key, ...(after[key] !== undefined && { value: after[key] }) })),
  apply: (document, list) => {
    if (steps(list).some(({ key, value }) => value === undefined && document[key] === undefined))
      throw new Error('nothing to take away');
    return steps(list).reduce(set, document);
  },
  invert: (document, list) =>
    steps(list).map(({ key }) => ({
      key,
      ...(document[key] !== undefined && { value: document[key] }),
    })),
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  merge: (base, ours, theirs) =>
    steps(wordTools.diff(base, theirs))
      .filter(({ key }) => ours[key] === base[key])
      .reduce(set, ours),
  plan: (document, wish) => {
    if (wish.type === 'REMOVE')
      return document[wish.id ?? ''] === undefined
        ? { refusal: '没有这一项' }
        : { steps: [{ key: wish.id }], select: '' };
    return wish.type === 'INSERT'
      ? { steps: [{ key: wish.what, value: '新' }], select: wish.what }
      : { refusal: '不能这样做' };
  },
  outline: (document) =>
    Object.entries(document).map(([id, title]) => ({ id, parentId: null, title: String(title) })),
  partPath: (_, selected) => (selected === '' ? null : [selected]),
  mark: (list) => (list.length === 1 ? String(list[0]!['key']) : null),
  words: (_, list) =>
    steps(list)
      .map(({ key }) => key)
      .join('、'),
};
export const draft = (
  document: EditedDocument,
  version = 1,
  conflicts: readonly Conflict[] = [],
): Draft => ({ document, conflicts, version });
export const conflict = (id: string): Conflict => ({ id, takes: ['mine', 'theirs'] });

/**
 * A server whose answers the test gives when it likes, and which remembers what was asked of it.
 */
export function editorHarness() {
  const asked: {
    name: string;
    input: unknown;
    resolve(value: unknown): void;
    reject(error: unknown): void;
  }[] = [];
  const told: string[] = [];
  const wait =
    <T>(name: string) =>
    (input: unknown): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        asked.push({ name, input, resolve: resolve as (value: unknown) => void, reject });
      });
  const services: DocumentEditorServices = {
    load: wait('load'),
    save: wait<Saved>('save'),
    resolve: wait<Draft>('resolve'),
    notify: (_, text) => {
      told.push(text);
    },
  };
  const settle = async (how: 'resolve' | 'reject', value: unknown): Promise<void> => {
    const last = asked.at(-1);
    if (!last) throw new Error('nothing was asked');
    last[how](value);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    services,
    asked,
    told,
    answers: (value: unknown) => settle('resolve', value),
    fails: (text: string) => settle('reject', new Error(text)),
  };
}
