import { Type, type Static } from 'typebox';

/** What an address says after its question mark, by name; what is empty stays out. */
export const QueryArg = Type.Unsafe<Record<string, string | number | boolean | null>>({
  type: 'object',
  patternProperties: {
    '^.*$': Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  },
  description: '地址的查询参数：值按原样给出，会自动编码，空的不带上',
});
export type Query = Readonly<Static<typeof QueryArg>>;

/**
 * The address with its query, encoded. Of an address that routes behind its # the query belongs
 * there, which is its end as well.
 */
export function withQuery(address: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  if (given.length === 0) return address;
  const asked = address.slice(address.indexOf('#') + 1).includes('?');
  return `${address}${asked ? '&' : '?'}${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
