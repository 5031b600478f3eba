import { createAtom, runInAction } from 'mobx';
import type { IAtom } from 'mobx';
import type { DataOf, RecordValues } from '../../contract/index.ts';
import { readOwn } from '../../expression/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import type { ObjectNames } from '../ports/record-news.ts';

/** Records asked for at once. */
const BATCH = 100;

interface Entry {
  readonly atom: IAtom;
  /** Fields that were asked for; what has come of them. */
  readonly asked: Set<string>;
  values: RecordValues;
}

/** These fields of some records of an object, by id; a record that is not there is left out. */
export async function readFields(
  ports: Pick<EnginePorts, 'call' | 'labels'>,
  object: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, RecordValues>> {
  const answer = (await ports.call('bizmeta.record.list', {
    object,
    fields: ['id', ...fields],
    filter: { field: 'id', op: 'in', value: [...ids] },
    size: ids.length,
    current: 1,
  })) as DataOf<'bizmeta.record.list'>;
  ports.labels.add(answer.labels);
  return new Map(answer.records.map((record) => [String(record['id']), record]));
}

/**
 * What the lookups of a form name, as far as its formulas read it: asked for in one request an
 * object when it is first read, and again when such records were written.
 */
export class ReferredRecords {
  private readonly objects = new Map<string, Map<string, Entry>>();
  private readonly wanted = new Map<string, Map<string, Set<string>>>();
  private isScheduled = false;
  /** Counts reads of what has not come: who sees it rise knows its answer is not final. */
  misses = 0;

  constructor(private readonly ports: EnginePorts) {}

  /** Observable. */
  read(object: string, id: unknown, [name = '', ...rest]: readonly string[]): unknown {
    if (typeof id !== 'string' || id === '') return undefined;
    const entry = this.entryOf(object, id);
    entry.atom.reportObserved();
    if (Object.hasOwn(entry.values, name)) return readOwn(entry.values, [name, ...rest]);
    this.misses += 1;
    // Who is not signed in may read no records.
    if (!entry.asked.has(name) && this.ports.person()) this.want(object, id, [name]);
    return undefined;
  }
  /** Records of these objects were written: what is known of them is read again. */
  refresh(objects: ObjectNames): void {
    for (const [object, entries] of this.objects)
      if (objects.has(object))
        for (const [id, { asked }] of entries)
          if (asked.size > 0) this.want(object, id, [...asked]);
  }

  private entryOf(object: string, id: string): Entry {
    const entries = this.objects.get(object) ?? new Map<string, Entry>();
    this.objects.set(object, entries);
    const known = entries.get(id) ?? {
      atom: createAtom(`${object} ${id}`),
      asked: new Set<string>(),
      values: {},
    };
    entries.set(id, known);
    return known;
  }
  private want(object: string, id: string, names: readonly string[]): void {
    const ids = this.wanted.get(object) ?? new Map<string, Set<string>>();
    this.wanted.set(object, ids.set(id, new Set([...(ids.get(id) ?? []), ...names])));
    names.forEach((name) => this.entryOf(object, id).asked.add(name));
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      const all = [...this.wanted];
      this.wanted.clear();
      for (const [wantedObject, wantedIds] of all) this.ask(wantedObject, [...wantedIds]);
    });
  }
  private ask(object: string, wanted: readonly (readonly [string, ReadonlySet<string>])[]): void {
    for (let from = 0; from < wanted.length; from += BATCH) {
      const some = wanted.slice(from, from + BATCH);
      const names = [...new Set(some.flatMap(([, each]) => [...each]))];
      void readFields(
        this.ports,
        object,
        some.map(([id]) => id),
        names,
      ).then(
        (found) => this.take(object, some, names, found),
        // What cannot be had stays unknown: the server's own value is shown.
        () => undefined,
      );
    }
  }
  private take(
    object: string,
    some: readonly (readonly [string, ReadonlySet<string>])[],
    names: readonly string[],
    found: ReadonlyMap<string, RecordValues>,
  ): void {
    const none = Object.fromEntries(names.map((name) => [name, null]));
    runInAction(() => {
      for (const [id] of some) {
        const entry = this.entryOf(object, id);
        entry.values = { ...entry.values, ...none, ...found.get(id) };
        entry.atom.reportChanged();
      }
    });
  }
}
