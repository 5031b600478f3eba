import { MAX_TEXT } from '../../../contract/index.ts';
import { presenceFilter } from './filters/presence.ts';
import { isStorable } from './filters/operands.ts';
import type { FieldKind } from './kind.ts';

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;
const isAddress = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.length <= MAX_TEXT && isStorable(value));

/** A place on the earth (WGS-84, degrees), with its address when it is known. */
export const location: FieldKind = {
  type: 'location',
  settings: [],
  canBeUnique: false,
  canHaveDefault: true,
  filter: presenceFilter,
  normalize: () => ({}),
  column: () => 'jsonb',
  parse(value, field, refuse) {
    const { lng, lat, address, ...rest } = (
      typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
    ) as Record<string, unknown>;
    const fits =
      isWithin(lng, 180) &&
      isWithin(lat, 90) &&
      isAddress(address) &&
      Object.keys(rest).length === 0;
    return fits
      ? { lng, lat, ...(address !== undefined && { address }) }
      : refuse('VALUE_FORMAT', { label: field.label, expected: '经度（±180）、纬度（±90）和地址' });
  },
  part(column, part) {
    if (part === 'address') return { sql: `(${column} ->> 'address')`, type: 'text' };
    return part === 'lng' || part === 'lat'
      ? { sql: `(${column} ->> '${part}')::numeric`, type: 'number' }
      : undefined;
  },
};
