import type { Labels, RecordValues } from '../../../src/contract/index.ts';
import type { Person, World, WorldRecord } from './model.ts';
import { objectNamed } from './objects.ts';
import { Rights, SYSTEM_NAMES, type Mistake } from './rights.ts';

/** What is shown of a text: its first character, nothing of a single one. */
const masked = (value: unknown): unknown =>
  typeof value !== 'string' || value === '' ? value : `${value.length > 1 ? value[0] : ''}***`;

/** A computed value that reads a field which does not exist for the person. */
class Missing extends Error {}

/** Records, fields and labels as one person sees them. */
export class Reader {
  readonly rights: Rights;
  readonly #own = new Map<string, unknown>();

  constructor(
    readonly world: World,
    readonly person: Person,
    readonly mistake?: Mistake,
  ) {
    this.rights = new Rights(world, mistake);
  }

  all(object: string): WorldRecord[] {
    return this.world.records.filter((record) => record.object === object);
  }
  find(object: string, id: unknown): WorldRecord | undefined {
    return this.all(object).find((record) => record.id === id);
  }
  /** Records of the object that the person sees. */
  visible(object: string): WorldRecord[] {
    return this.all(object).filter((record) => this.rights.isVisible(this.person, record));
  }
  isVisible = (record: WorldRecord): boolean => this.rights.isVisible(this.person, record);
  isRead = (record: WorldRecord, field: string): boolean =>
    this.rights.isRead(this.person, record, field);
  knows = (object: string, field: string): boolean => this.rights.knows(this.person, object, field);
  /** Whether the person sees something of the field: values, or masked texts. */
  isShown = (object: string, field: string): boolean =>
    this.knows(object, field) || this.rights.masks(this.person, object, field);
  /** Fields of the object that the person sees something of, the system's among them. */
  fields(object: string): string[] {
    const names = objectNamed(object).fields.map(({ name }) => name);
    return [...SYSTEM_NAMES, ...names].filter((name) => this.isShown(object, name));
  }

  /** The value of a field of a visible record, null where the person does not read it. */
  value(record: WorldRecord, field: string): unknown {
    return this.isRead(record, field) ? this.own(record, field) : null;
  }
  /** The value, or the masked text in its place. */
  seen(record: WorldRecord, field: string): unknown {
    const isMasked = this.rights.isMasked(this.person, record, field);
    return isMasked ? masked(record.values[field] ?? null) : this.value(record, field);
  }
  /** The value for anybody, but of other records only what the person sees. */
  private own(record: WorldRecord, name: string): unknown {
    if (name in record) return record[name as keyof WorldRecord];
    const field = objectNamed(record.object).fields.find((each) => each.name === name);
    if (!field?.compute) return record.values[name] ?? (field?.type === 'subTable' ? [] : null);
    const key = `${record.id} ${name}`;
    if (!this.#own.has(key)) this.#own.set(key, this.computed(record, name));
    return this.#own.get(key);
  }
  private computed(record: WorldRecord, name: string): unknown {
    const { compute } = objectNamed(record.object).fields.find((each) => each.name === name)!;
    try {
      return compute!({
        own: (source) => this.own(record, source),
        via: (lookup, source) => this.via(record, lookup, source),
        pointing: (object, lookup, ...fields) => this.pointing(record, object, lookup, fields),
      });
    } catch (error) {
      if (error instanceof Missing) return null;
      throw error;
    }
  }
  private via(record: WorldRecord, lookup: string, source: string): unknown {
    const { target } = objectNamed(record.object).fields.find(({ name }) => name === lookup)!;
    const found = this.find(target!, record.values[lookup]);
    if (this.rights.makes('a formula reads any record through a lookup'))
      return found ? this.own(found, source) : null;
    if (!this.knows(target!, source)) throw new Missing();
    return found && this.isVisible(found) ? this.value(found, source) : null;
  }
  private pointing(
    record: WorldRecord,
    object: string,
    lookup: string,
    fields: readonly string[],
  ): RecordValues[] {
    if ([lookup, ...fields].some((field) => !this.knows(object, field))) throw new Missing();
    const rows = this.rights.makes('a roll-up counts all records')
      ? this.all(object)
      : this.visible(object).filter((each) => this.isRead(each, lookup));
    return rows
      .filter((each) => each.values[lookup] === record.id)
      .map((each) => Object.fromEntries(fields.map((field) => [field, this.value(each, field)])));
  }

  /** A record of an answer; a list has the number of a sub-table's rows. */
  shown(record: WorldRecord, names: readonly string[], whole: boolean): RecordValues {
    return Object.fromEntries(
      names.map((name) => {
        const value = this.seen(record, name);
        return [name, whole || !Array.isArray(value) ? value : this.listed(record, name, value)];
      }),
    );
  }
  private listed(record: WorldRecord, name: string, value: readonly unknown[]): unknown {
    const { type } = objectNamed(record.object).fields.find((each) => each.name === name)!;
    return type === 'subTable' ? value.length : value;
  }

  /** The title of a record in labels: where it is not read, its id or nothing. */
  title(record: WorldRecord): string | undefined {
    const { title } = objectNamed(record.object);
    if (this.rights.makes('a label tells an invisible record')) return String(record.values[title]);
    if (!this.isVisible(record)) return undefined;
    if (!this.isShown(record.object, title)) return record.id;
    if (this.rights.makes('a title is never masked')) return String(record.values[title]);
    return String(this.seen(record, title) ?? '');
  }
  /** Labels of the records that these fields of these records name. */
  labels(records: readonly WorldRecord[], names: readonly string[], deep: boolean): Labels {
    const labels: Labels = {};
    const tell = (object: string, id: unknown) => {
      const found = this.find(object, id);
      const title = found && this.title(found);
      if (title !== undefined) (labels[object] ??= {})[String(id)] = title;
    };
    for (const record of records)
      for (const { name, target, rows = [] } of objectNamed(record.object).fields) {
        if (!names.includes(name)) continue;
        const value = this.value(record, name);
        if (target !== undefined) for (const id of [value].flat()) tell(target, id);
        if (deep && Array.isArray(value))
          for (const row of value as RecordValues[])
            for (const lookup of rows) tell(lookup.target, row[lookup.name]);
      }
    return labels;
  }
}
