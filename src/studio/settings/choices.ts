import {
  CALL_TITLES,
  FIELDS,
  callOf,
  calls,
  needsGrant,
  pageAccess,
  type Call,
  type DataOf,
  type FieldDescribe,
} from '../../contract/index.ts';
import {
  keyOfAddress,
  pageAddress,
  PageRecords,
  type Catalogues,
  type FieldsOf,
  type Kind,
  type KindName,
  type KindOf,
} from '../../page/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { isRecord, listFields, textOf } from '../../values/index.ts';
import type { ChoicePlace, Choices, NameChoice } from './choice-types.ts';
import { eventChoices } from './event-choices.ts';
import { pathChoices } from './path-choices.ts';
import type { Setting } from './settings.ts';

/** Loads the choices; null where there are none to choose from, and the name is written. */
type Loader = (() => Promise<Choices>) | null;
type Offer<K extends KindName> = (kind: KindOf<K>, place: ChoicePlace) => Loader;

/** Pages asked for at once, and most asked for. */
const PAGE_SIZE = 200;
const MAX_PAGES = 2_000;

const recordsIn = ({ document, registry }: ChoicePlace): PageRecords =>
  new PageRecords(document, registry as unknown as Catalogues);
const closed = (options: readonly NameChoice[]): Choices => ({
  options,
  has: (value) => options.some(({ code }) => code === value),
});
const typeTitle = ({ type }: Pick<FieldDescribe, 'type'>): string => FIELDS[type]?.title ?? type;

async function allPages(ports: EnginePorts): Promise<DataOf<'bizmeta.page.list'>['records']> {
  const found: DataOf<'bizmeta.page.list'>['records'] = [];
  for (let current = 1; found.length < MAX_PAGES; current++) {
    const { records, total } = (await ports.call('bizmeta.page.list', {
      current,
      size: PAGE_SIZE,
    })) as DataOf<'bizmeta.page.list'>;
    found.push(...records);
    if (records.length === 0 || found.length >= total) break;
  }
  return found;
}
async function pageKeys({ ports }: ChoicePlace): Promise<Choices> {
  const pages = await allPages(ports);
  const options = pages.map(({ key, title }) => ({ code: key, label: title || key, note: key }));
  // A block may be named with the version it keeps to: block.address@3.
  return { options, has: (value) => closed(options).has(value.replace(/@\d+$/, '')) };
}
async function addresses({ ports }: ChoicePlace): Promise<Choices> {
  const pages = await allPages(ports);
  const keys = new Set(pages.map(({ key }) => key));
  return {
    options: pages.flatMap(({ key, title }) => {
      const address = pageAddress(key);
      return address ? [{ code: address, label: title || key, note: address }] : [];
    }),
    has: (value) => {
      const key = keyOfAddress(value);
      return key === undefined || keys.has(key);
    },
  };
}
async function objects({ ports }: ChoicePlace): Promise<Choices> {
  const list = (await ports.call('bizmeta.describe.list', {})) as DataOf<'bizmeta.describe.list'>;
  return closed(list.map(({ apiName, label }) => ({ code: apiName, label, note: apiName })));
}
/** Fields of an object, or columns of its sub-table: order, order.lines. */
async function fieldsOf(name: string, ports: EnginePorts): Promise<readonly FieldDescribe[]> {
  const [object = '', column] = name.split('.');
  const describe = await ports.describe(object);
  if (column === undefined) return listFields(describe);
  const rows = describe.fields.find(({ apiName }) => apiName === column);
  return (rows?.fields as readonly FieldDescribe[] | undefined) ?? [];
}
const fieldOption = (field: FieldDescribe): NameChoice => ({
  code: field.apiName,
  label: field.label || field.apiName,
  note: `${field.apiName} · ${typeTitle(field)}`,
});
/** What lies behind a lookup is a field of another object: order.amount. */
const firstName = (path: string): string => path.split('.')[0] ?? '';
function ofObject(
  of: FieldsOf,
  place: ChoicePlace,
  load: (object: string) => Promise<Choices>,
): Loader {
  const object = recordsIn(place).objectFor(of, [place.beside], place.nodeId);
  return object === undefined ? null : () => load(object);
}
async function rowSources(object: string, ports: EnginePorts): Promise<Choices> {
  const [fields, referrers] = await Promise.all([
    fieldsOf(object, ports),
    ports.call('bizmeta.describe.referrers', { apiName: object }),
  ]);
  return closed([
    ...fields.filter(({ type }) => type === 'subTable').map(fieldOption),
    ...(referrers as DataOf<'bizmeta.describe.referrers'>).map(({ key, label, fieldLabel }) => ({
      code: key,
      label: `${label}（按${fieldLabel}）`,
      note: key,
    })),
  ]);
}
const takesOf = ({ answer, bodyKind }: Call): KindOf<'call'>['takes'] =>
  answer === 'raw' ? 'raw' : bodyKind === 'multipart' ? 'multipart' : 'data';
/** Calls a company's page may make; those that need a grant stay known. */
const callChoices = (takes: KindOf<'call'>['takes']): Choices => ({
  options: calls
    .map(({ id }) => callOf(id))
    .filter((call) => takesOf(call) === takes && !needsGrant(pageAccess(call)))
    .map(({ id }) => ({ code: id, label: CALL_TITLES[id] || id, note: id })),
  has: (value) => calls.some(({ id }) => id === value),
});
function nodeTargets({ document, registry }: ChoicePlace): NameChoice[] {
  return Object.entries(document.nodes).map(([id, { type }]) => ({
    code: id,
    label: id,
    note: registry.widget(type)?.definition.title ?? type,
  }));
}

/**
 * Where the choices of each kind come from; null for what is no choice of a name: values, conditions,
 * documents, and what is made of several.
 */
const OFFERS: { readonly [K in KindName]: Offer<K> | null } = {
  call:
    ({ takes }) =>
    () =>
      Promise.resolve(callChoices(takes)),
  page: (_kind, place) => () => pageKeys(place),
  address: (_kind, place) => () => addresses(place),
  object: (_kind, place) => () => objects(place),
  field: ({ of }, place) =>
    ofObject(of, place, async (object) => {
      const { options, has } = closed((await fieldsOf(object, place.ports)).map(fieldOption));
      return { options, has: (value) => has(firstName(value)) };
    }),
  via: ({ of }, place) => ofObject(of, place, (object) => rowSources(object, place.ports)),
  path:
    ({ to }, place) =>
    () =>
      pathChoices(to, place, recordsIn(place)),
  target: (_kind, place) => async () => {
    const nodes = closed(nodeTargets(place));
    const fields = await pathChoices(['field'], place, recordsIn(place));
    return {
      options: [...nodes.options, ...fields.options],
      has: (value) => nodes.has(value) || (value.includes('.') && fields.has(value)),
    };
  },
  input: null,
  shares: null,
  machine: null,
  document: null,
  jsonSchema: null,
  event: ({ machine }, place) => {
    const load = eventChoices(textOf(place.beside[machine]), place);
    return load && (async () => closed(await load()));
  },
  actions: null,
  paths: null,
  assigned: null,
  params: null,
  rows: null,
  filter: null,
  where: null,
  values: null,
};

/** How the choices of a setting are loaded; null where it is written. */
export const offerOf = (
  { offers, shape }: Pick<Setting, 'offers' | 'shape'>,
  place: ChoicePlace,
): Loader => (offers ? () => Promise.resolve(offers(place)) : offerFor(shape['x-kind'], place));

/** What lies beside a value, or `bind`, that its choices follow from. */
export function choicesFollow({ shape }: Setting, place: ChoicePlace): readonly unknown[] {
  const kind = shape['x-kind'];
  const names = kind && ('of' in kind ? kind.of : kind.kind === 'event' ? [kind.machine] : []);
  const node = place.nodeId === undefined ? undefined : place.document.nodes?.[place.nodeId];
  return (names ?? []).map((name) => (name === 'bind' ? node?.bind : place.beside[name]));
}

/** How the choices for a value of this kind are loaded; null where it is written. */
function offerFor(kind: Kind | undefined, place: ChoicePlace): Loader {
  // Names inside of other values are part of their JSON.
  if (!kind || ('within' in kind && kind.within) || !isRecord(place.document.nodes)) return null;
  const offer = OFFERS[kind.kind] as Offer<KindName> | null;
  return offer?.(kind, place) ?? null;
}

/** What a setting's list shows: the choices, and what is chosen though it names nothing any more. */
export interface ShownChoices {
  readonly options: readonly NameChoice[];
  /** A chosen name that is gone. */
  readonly gone: string | null;
}
export function shownChoices({ options, has }: Choices, value: unknown): ShownChoices {
  const chosen = (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);
  const lost = chosen.filter((each) => !has(each));
  const others = chosen.filter((each) => !options.some(({ code }) => code === each));
  return {
    options: [
      ...options,
      ...others.map((code) => ({
        code,
        label: code,
        ...(lost.includes(code) && { note: '不存在' }),
      })),
    ],
    gone: lost[0] ?? null,
  };
}
