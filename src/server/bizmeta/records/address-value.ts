import { FIELDS, type AddressValues } from '../../../contract/index.ts';
import { readValue } from '../../../values/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column } from '../meta/table.ts';

/** The text an address gives under a name, if it gives one. */
export const ownText = (address: AddressValues, name: string): string | undefined =>
  Object.hasOwn(address, name) ? address[name] : undefined;

/**
 * A text of an address as the field's value, read and checked as a typed text is; undefined when it
 * is none. A record is given by its id, and still has to be looked for.
 */
export function addressValue(
  { field, kind }: Pick<Column, 'field' | 'kind'>,
  text: string,
  now: Date,
): unknown {
  if (FIELDS[field.type].family === 'record') return isUuid(text) ? text.toLowerCase() : undefined;
  const read = readValue(field, text, now);
  if (!('value' in read) || read.value === undefined) return undefined;
  let isSound = true;
  kind.parse(read.value, field, () => {
    isSound = false;
    return undefined;
  });
  return isSound ? read.value : undefined;
}
