import {
  namesRecord,
  type FieldDescribe,
  type ReferredField,
  holdsRows,
  namesRecords,
} from '../../../contract/index.ts';
import type { Type } from '../../../expression/index.ts';
import { fieldType } from '../../../page/index.ts';
import { walk } from './expression-types.ts';

/** A field of an object with its result; undefined when there is none. */
type FieldOf = (object: string, name: string) => FieldDescribe | undefined;

/**
 * Fields that expressions read through lookups. The lookup notes them in its settings, so that a
 * browser knows what to ask of the record it names, and how to read it.
 */
export class ReferredFields {
  readonly #read = new Map<string, Map<string, FieldDescribe>>();

  constructor(private readonly fieldOf: FieldOf) {}

  /** The type of what a path leads to in the record a lookup names. `key` is the reference's place. */
  typeAt(
    reference: FieldDescribe,
    path: readonly string[],
    key: string | undefined,
  ): Type | undefined {
    const field = this.fieldOf(reference.refObject ?? '', path[0]!);
    if (!field || field.removed || holdsRows(field.type) || namesRecords(field.type))
      return undefined;
    if (key !== undefined) {
      const read = this.#read.get(key) ?? new Map<string, FieldDescribe>();
      this.#read.set(key, read.set(field.apiName, field));
    }
    return walk(fieldType(field), path.slice(1));
  }

  /** The lookup with what is read through it; any other field as it is. */
  noted(field: FieldDescribe, key: string): FieldDescribe {
    if (!namesRecord(field.type)) return field;
    const { reads: _, ...rest } = field;
    const read = [...(this.#read.get(key)?.values() ?? [])];
    return read.length === 0 ? rest : { ...rest, reads: read.map(referred) };
  }
}

const referred = ({ apiName, label, type, resultType, showAs }: FieldDescribe): ReferredField => ({
  apiName,
  label,
  type,
  ...(resultType && { resultType }),
  ...(showAs && { showAs }),
});
