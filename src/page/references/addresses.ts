import { HOLE, type MapText } from './texts.ts';

/** Own pages whose key begins so have an address: page.visit is at /page/visit. */
const ADDRESSED = { prefix: 'page.', path: '/page/' } as const;
/** The address of an own page; undefined for one that only other pages show. */
export const pageAddress = (key: string): string | undefined =>
  key.startsWith(ADDRESSED.prefix)
    ? ADDRESSED.path + key.slice(ADDRESSED.prefix.length)
    : undefined;
/** The own page an address leads to, as far as the address is written out. */
export function keyOfAddress(text: string): string | undefined {
  const name = text.startsWith(ADDRESSED.path)
    ? /^[A-Za-z0-9_-]+(?=$|[/?#])/.exec(text.slice(ADDRESSED.path.length))?.[0]
    : undefined;
  return name === undefined ? undefined : ADDRESSED.prefix + name;
}

interface Renamed {
  readonly object: string;
  readonly to: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Pages generated for an object are named after it: object.order.list. */
export const objectPage =
  ({ object, to }: Renamed): MapText =>
  (key) =>
    key.startsWith(`object.${object}.`)
      ? `object.${to}.${key.slice(`object.${object}.`.length)}`
      : key;

const SEGMENT = `[^/?#]+`;
/** Addresses with an object's name in them: schemas/routes, and the build centre. */
const OBJECT_ADDRESSES = [
  `/app/${SEGMENT}`,
  `/appspace/${SEGMENT}`,
  // A space shows the records that point to one: of an object, or of object.field.
  `/appspace/${SEGMENT}/${SEGMENT}/${SEGMENT}`,
  '/object',
];
const NAMED = OBJECT_ADDRESSES.map(
  (head) =>
    new RegExp(`^((?:/[a-z]*\\.html)?#?${head}/)([A-Za-z0-9_]+)(?:\\.([A-Za-z0-9_]+))?(?=$|[/?#])`),
);
/** An address that begins with an unknown part: the hole takes the place of the entry. */
const LOOSE = new RegExp(`^(${HOLE}/)`);

/** An address with the object's name in it: /app/1/order/record/2. */
export const objectAddress =
  ({ object, to, fields }: Renamed): MapText =>
  (address) =>
    LOOSE.test(address)
      ? address
      : NAMED.reduce(
          (text, pattern) =>
            text.replace(pattern, (all, head: string, name: string, field: string | undefined) => {
              if (name !== object) return all;
              return `${head}${to}${field === undefined ? '' : `.${fields.get(field) ?? field}`}`;
            }),
          address,
        );
