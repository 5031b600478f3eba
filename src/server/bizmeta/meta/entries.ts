import type { ServedPage } from '../library/library.ts';
import type { Changes } from './changes.ts';
import type { ObjectTable } from './table.ts';

/** An object's describe with those it refers to, ready for use, and the pages generated from it. */
export interface Entry {
  readonly tenantId: string;
  readonly apiName: string;
  /** Everybody may use the object, not only builders. */
  readonly isOpen: boolean;
  readonly table: ObjectTable;
  readonly tables: ReadonlyMap<string, ObjectTable>;
  /** Ids and names of every object it was made from: a change of one of them makes it stale. */
  readonly names: ReadonlySet<string>;
  /** Fields of all its tables. */
  readonly fields: number;
  readonly pages: Map<string, ServedPage>;
}

/**
 * Size limit of one process's cache for all companies, in bytes: about 300 objects of 20 fields
 * with their pages, at their largest.
 */
const MAX_BYTES = 64 * 2 ** 20;
/** A cached field, with its describe and column: an estimate on the high side. */
const FIELD_BYTES = 2_000;
/** A string with Chinese in it takes two bytes a character. */
const CHARACTER_BYTES = 2;

/** Whether two sets have anything in common. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const each of one) if (other.has(each)) return true;
  return false;
}

const keyOf = (tenantId: string, apiName: string): string => `${tenantId} ${apiName}`;
const bytesOf = ({ fields, pages }: Entry): number =>
  fields * FIELD_BYTES +
  [...pages.values()].reduce((sum, { text }) => sum + text.length * CHARACTER_BYTES, 0);

/**
 * Entries of all companies, bounded: the least recently used are dropped first. Each company's
 * entries belong to one version of its catalogue.
 */
export class Entries {
  readonly #entries = new Map<string, Entry>();
  readonly #versions = new Map<string, number>();
  readonly #companies = new Map<string, Set<Entry>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The version of all entries of a company; undefined when it has none. */
  versionOf(tenantId: string): number | undefined {
    return this.#versions.get(tenantId);
  }

  get(tenantId: string, apiName: string): Entry | undefined {
    const key = keyOf(tenantId, apiName);
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  has(entry: Entry): boolean {
    return this.#entries.get(keyOf(entry.tenantId, entry.apiName)) === entry;
  }

  /** Caches an entry of a version; not when the company's other entries are of another one. */
  add(entry: Entry, version: number): void {
    const { tenantId, apiName } = entry;
    if ((this.#versions.get(tenantId) ?? version) !== version) return;
    const old = this.#entries.get(keyOf(tenantId, apiName));
    if (old) this.#drop(old);
    this.#versions.set(tenantId, version);
    this.#entries.set(keyOf(tenantId, apiName), entry);
    this.#bytes += bytesOf(entry);
    const company = this.#companies.get(tenantId) ?? new Set();
    this.#companies.set(tenantId, company.add(entry));
    this.#shrink();
  }

  /** Caches a page with its entry; not when the entry itself is no longer cached. */
  addPage(entry: Entry, key: string, page: ServedPage): void {
    if (!this.has(entry) || entry.pages.has(key)) return;
    entry.pages.set(key, page);
    this.#bytes += page.text.length * CHARACTER_BYTES;
    this.#shrink();
  }

  /** Brings a company's entries to a newer version by dropping those that were touched. */
  apply(tenantId: string, { since, version, touched }: Changes): void {
    const known = this.#versions.get(tenantId);
    if (known === undefined) return;
    // Unknown changes, or a database restored to an earlier state: everything is dropped.
    const isUnknown = touched === undefined || known < since;
    if (!isUnknown && known >= version) return;
    for (const entry of this.#companies.get(tenantId) ?? []) {
      if (isUnknown || overlap(touched, entry.names)) this.#drop(entry);
    }
    if (this.#companies.has(tenantId)) this.#versions.set(tenantId, version);
  }

  #drop(entry: Entry): void {
    const { tenantId, apiName } = entry;
    this.#entries.delete(keyOf(tenantId, apiName));
    this.#bytes -= bytesOf(entry);
    const company = this.#companies.get(tenantId);
    company?.delete(entry);
    if (company?.size !== 0) return;
    this.#companies.delete(tenantId);
    this.#versions.delete(tenantId);
  }

  /** The newest entry stays, however large it is. */
  #shrink(): void {
    for (const entry of this.#entries.values()) {
      if (this.#bytes <= this.#maxBytes || this.#entries.size === 1) return;
      this.#drop(entry);
    }
  }
}
