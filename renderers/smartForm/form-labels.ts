import { observable, runInAction } from 'mobx';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import type { LabelStore } from '../../src/values/index.ts';

type StoredNames = Readonly<Record<string, Readonly<Record<string, string>>>>;
const isStoredNames = (value: unknown): value is StoredNames =>
  typeof value === 'object' && value !== null;

export interface FormLabels extends LabelStore {
  /** The draft they belong to is gone. */
  forget(): void;
}

/**
 * Names of records picked in lookups of a form. Anonymous users cannot request the name of an id,
 * so these are stored on the device beside the draft and never requested; other names come from the
 * shared store.
 */
export function formLabels(
  { labels, remembered }: Pick<EnginePorts, 'labels' | 'remembered'>,
  lookups: ReadonlySet<string>,
  key: string,
): FormLabels {
  const before = remembered.get(key);
  const names = observable.map<string, string>(
    isStoredNames(before)
      ? Object.entries(before).flatMap(([kind, byId]) =>
          Object.entries(byId).map(([id, name]): [string, string] => [`${kind} ${id}`, name]),
        )
      : [],
    { deep: false },
  );
  const kept: Record<string, Record<string, string>> = isStoredNames(before)
    ? (structuredClone(before) as Record<string, Record<string, string>>)
    : {};
  return {
    add(more) {
      labels.add(more);
      const own = Object.entries(more).filter(([kind]) => lookups.has(kind));
      if (own.length === 0) return;
      runInAction(() => {
        for (const [kind, byId] of own)
          for (const [id, name] of Object.entries(byId)) names.set(`${kind} ${id}`, name);
      });
      for (const [kind, byId] of own) kept[kind] = { ...kept[kind], ...byId };
      remembered.set(key, kept);
    },
    get: (kind, id) =>
      lookups.has(kind) ? (names.get(`${kind} ${id}`) ?? '') : labels.get(kind, id),
    forget: () => remembered.set(key, null),
  };
}
