import { observable, runInAction } from 'mobx';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { LabelStore } from '../../values/index.ts';

type Kept = Readonly<Record<string, Readonly<Record<string, string>>>>;
const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null;

export interface FormLabels extends LabelStore {
  /** The draft they belong to is gone. */
  forget(): void;
}

/**
 * Names of records that lookups of a form have picked. Strangers can ask nobody for the name of an
 * id, so these are kept on the device beside the draft, and a lookup's name is never asked for;
 * other names come as everywhere.
 */
export function formLabels(
  { labels, remembered }: Pick<EnginePorts, 'labels' | 'remembered'>,
  lookups: ReadonlySet<string>,
  key: string,
): FormLabels {
  const before = remembered.get(key);
  const names = observable.map<string, string>(
    isKept(before)
      ? Object.entries(before).flatMap(([kind, byId]) =>
          Object.entries(byId).map(([id, name]): [string, string] => [`${kind} ${id}`, name]),
        )
      : [],
    { deep: false },
  );
  const kept: Record<string, Record<string, string>> = isKept(before)
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
