import type { ObjectDescribe, RecordRights, RecordValues } from '../../contract/index.ts';
import { addressValues } from '../ports/address.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { specsOfSchema } from './schema-specs.ts';
import { hasAskedDefaults, hasFromAddress } from '../../values/index.ts';
import { specsOfDescribe, type Specs } from './spec.ts';

/** What a form's declaration evaluates to. */
export interface FormRequest {
  /** A source the first values read has not answered yet. */
  waiting: boolean;
  /** That source failed. */
  failure: Error | null;
  object: string | null;
  id: string | null;
  schema: unknown;
  init: RecordValues | null;
  /** New records begin with what the page's address says. */
  fromAddress?: boolean;
}
export interface LoadedForm {
  object: string | null;
  id: string | undefined;
  describe: ObjectDescribe | null;
  specs: Specs;
  values: RecordValues;
  /** What may be done with the record; null where it is what may be done with any. */
  rights: RecordRights | null;
}

/**
 * Loads what a form starts with; at once, without a promise, for a form with a schema of its own.
 */
export function loadForm(
  ports: EnginePorts,
  ask: FormRequest,
  signal: AbortSignal,
): LoadedForm | Promise<LoadedForm> {
  if (ask.schema)
    return {
      object: null,
      id: undefined,
      describe: null,
      specs: specsOfSchema(ask.schema),
      values: ask.init ?? {},
      rights: null,
    };
  if (!ask.object) return new Promise<never>(() => {});
  return loadRecord(ports, ask.object, ask, signal);
}

async function loadRecord(
  ports: EnginePorts,
  object: string,
  { id, init, fromAddress = false }: FormRequest,
  signal: AbortSignal,
): Promise<LoadedForm> {
  const [known, read] = await Promise.all([
    ports.describe(object),
    id ? readRecord(ports, object, id, signal) : { values: asNew(init ?? {}), rights: null },
  ]);
  const describe = id ? known : await withFirstValues(ports, known, fromAddress, signal);
  return { object, id: id ?? undefined, describe, specs: specsOfDescribe(describe), ...read };
}

interface FirstValues {
  values: RecordValues;
  rows: Record<string, RecordValues>;
  labels: Record<string, Record<string, string>>;
}
/**
 * The describe with first values that depend on the person, the moment and the address as its
 * constants.
 */
async function withFirstValues(
  ports: EnginePorts,
  describe: ObjectDescribe,
  fromAddress: boolean,
  signal: AbortSignal,
): Promise<ObjectDescribe> {
  if (!ports.person() || !hasAskedDefaults(describe.fields)) return describe;
  const first = (await ports.call(
    'bizmeta.record.defaults',
    {
      object: describe.apiName,
      ...(fromAddress &&
        hasFromAddress(describe.fields) && { address: addressValues(ports.location().query) }),
    },
    { signal },
  )) as FirstValues;
  ports.labels.add(first.labels);
  const begun = <T extends { apiName: string }>(fields: readonly T[], from: RecordValues): T[] =>
    fields.map((field) =>
      Object.hasOwn(from, field.apiName) ? { ...field, defaultValue: from[field.apiName] } : field,
    );
  return {
    ...describe,
    fields: begun(describe.fields, first.values).map((field) => {
      const row = first.rows[field.apiName];
      return row && field.fields ? { ...field, fields: begun(field.fields, row) } : field;
    }),
  };
}

/** First values may be those of another record, whose rows are not this one's. */
const asNew = (values: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((row: unknown) => {
            if (typeof row !== 'object' || row === null) return row;
            const { id: _id, ...rest } = row as RecordValues;
            return rest;
          })
        : value,
    ]),
  );

export async function readRecord(
  ports: EnginePorts,
  object: string,
  id: string,
  signal: AbortSignal,
): Promise<Pick<LoadedForm, 'values' | 'rights'>> {
  const answer = (await ports.call('bizmeta.record.detail', { object, id }, { signal })) as {
    record: RecordValues;
    labels?: Record<string, Record<string, string>>;
    rights?: RecordRights;
  };
  if (answer.labels) ports.labels.add(answer.labels);
  return { values: answer.record, rights: answer.rights ?? null };
}

/** The record of a form as it is now, and what may be done with it; null when it cannot be had. */
export async function readAgain(
  ports: EnginePorts,
  { object, id, describe }: LoadedForm,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ values?: RecordValues; loaded: Pick<LoadedForm, 'describe' | 'rights'> } | null> {
  if (!object || !describe) return null;
  try {
    const { ops } = await ports.describe(object);
    const known = { ...describe, ops };
    if (id === undefined) return { loaded: { describe: known, rights: null } };
    const { values, rights } = await readRecord(ports, object, id, signal);
    return { values, loaded: { describe: known, rights } };
  } catch {
    return null;
  }
}
