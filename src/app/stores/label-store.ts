import { observable, runInAction, type ObservableMap } from 'mobx';
import { MAX_PAGE_SIZE, type Labels, type ObjectDescribe } from '../../contract/index.ts';
import type { LabelStore as LabelPort } from '../../values/index.ts';
import type { Api } from '../api/index.ts';
import { areaList, areaNames } from './area-list.ts';

/**
 * Ids asked for within this many milliseconds travel in one call: a table's cells are drawn in one
 * go.
 */
const BATCH_MS = 10;
/** For a name that was not found: the record may be deleted, or not readable for this user. */
const UNKNOWN = '';

interface LabelSources {
  api: Api;
  describe(apiName: string): Promise<ObjectDescribe>;
}

/**
 * Names for ids: filled from every answer, and asked for in batches when something on the screen
 * needs one. Observable.
 */
export class LabelStore implements LabelPort {
  private readonly names: ObservableMap<string, string> = observable.map({}, { deep: false });
  private readonly pendingIds = new Map<string, Set<string>>();
  /** Requested already: a name that was not found is not requested again. */
  private readonly requestedKeys = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly needs: LabelSources;
  constructor(sources: LabelSources) {
    this.needs = sources;
  }

  add(labels: Labels): void {
    runInAction(() => {
      for (const [kind, byId] of Object.entries(labels))
        for (const [id, label] of Object.entries(byId)) this.names.set(`${kind} ${id}`, label);
    });
  }

  get(kind: string, id: string): string | undefined {
    const key = `${kind} ${id}`;
    const name = this.names.get(key);
    if (name === undefined && id && !this.requestedKeys.has(key)) this.request(kind, id, key);
    return name;
  }

  private request(kind: string, id: string, key: string): void {
    this.requestedKeys.add(key);
    const ids = this.pendingIds.get(kind) ?? new Set<string>();
    this.pendingIds.set(kind, ids.add(id));
    this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  private flush(): void {
    this.timer = null;
    const batches = [...this.pendingIds].flatMap(([kind, ids]) =>
      chunked([...ids], MAX_PAGE_SIZE).map((some) => [kind, some] as const),
    );
    this.pendingIds.clear();
    for (const [kind, ids] of batches) void this.find(kind, ids);
  }

  /**
   * A refusal is an answer: this person gets no names of that object. Another failure leaves the
   * ids without names and lets the next drawing ask again.
   */
  private async find(kind: string, ids: string[]): Promise<void> {
    try {
      const found = await this.lookUp(kind, ids).catch(noneIfRefused);
      const missing = ids.filter((id) => !(id in found)).map((id) => [id, UNKNOWN] as const);
      this.add({ [kind]: { ...Object.fromEntries(missing), ...found } });
    } catch {
      for (const id of ids) this.requestedKeys.delete(`${kind} ${id}`);
    }
  }

  private async lookUp(kind: string, ids: string[]): Promise<Record<string, string>> {
    const { api } = this.needs;
    if (kind === 'user')
      return namesOf(await api.call('upm.sysUser.listUserByIds', { ids }), (user) => user.realName);
    if (kind === 'dept')
      return namesOf(
        (await api.call('upm.sysUser.listUserByCnd', { deptIds: ids })).depts,
        ({ title }) => title,
      );
    if (kind === 'role')
      return namesOf(
        (await api.call('upm.sysUser.listUserByCnd', { roleIds: ids })).roles,
        ({ title }) => title,
      );
    if (kind === 'area') {
      const names = areaNames(await areaList(api));
      return Object.fromEntries(ids.flatMap((id) => (names[id] ? [[id, names[id]]] : [])));
    }
    const { titleField } = await this.needs.describe(kind);
    const answer = await api.call('bizmeta.record.list', {
      object: kind,
      filter: { field: 'id', op: 'in', value: ids },
      fields: ['id', titleField],
      size: ids.length,
    });
    return namesOf(answer.records as { id: string }[], (record) =>
      String((record as Record<string, unknown>)[titleField] ?? UNKNOWN),
    );
  }
}

/** The object is closed to this person. */
function noneIfRefused(failure: { code?: number }): Record<string, string> {
  if (failure.code !== 403) throw failure;
  return {};
}

const namesOf = <T extends { id: string }>(
  items: readonly T[],
  name: (item: T) => string,
): Record<string, string> => Object.fromEntries(items.map((item) => [item.id, name(item)]));

function chunked<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
