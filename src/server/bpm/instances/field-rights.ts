import {
  problem,
  type FLOW_FIELD_RIGHTS,
  type ObjectDescribe,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { isEmpty } from '../../../page/index.ts';
import { problemsError } from '../../kernel/index.ts';
import { nodeSettings, type Prepared } from '../prepared.ts';

/** What may be done with a field at a node. */
type FieldRight = (typeof FLOW_FIELD_RIGHTS)[number];
export type FieldRights = Readonly<Record<string, FieldRight>>;

/** Rights of a node on each field of the object; the starter writes what is not listed, others read. */
export function fieldRights(
  prepared: Prepared,
  node: string,
  describe: ObjectDescribe,
): FieldRights {
  const isStart = node === prepared.model.start;
  const given = (nodeSettings(prepared, node)['fieldPerms'] ?? {}) as Record<string, FieldRight>;
  const others = given['*'] ?? (isStart ? 'write' : 'read');
  return Object.fromEntries(
    describe.fields.map(({ apiName }) => [
      apiName,
      Object.hasOwn(given, apiName) ? given[apiName]! : others,
    ]),
  );
}

/** Whether something has to be filled in at the node. */
export const hasRequired = (prepared: Prepared, node: string | null): boolean =>
  node !== null &&
  Object.values((nodeSettings(prepared, node)['fieldPerms'] ?? {}) as FieldRights).includes(
    'required',
  );

/** The same, with nothing to write but the fields for which it holds. */
export const readOnlyUnless = (
  rights: FieldRights,
  writes: (field: string) => boolean,
): FieldRights =>
  Object.fromEntries(
    Object.entries(rights).map(([name, right]) => [
      name,
      right === 'hidden' || writes(name) ? right : 'read',
    ]),
  );

/** The same, with nothing to write: for those who have nothing to do at the node. */
export const readOnly = (rights: FieldRights): FieldRights => readOnlyUnless(rights, () => false);

const labelOf = (describe: ObjectDescribe, name: string): string =>
  describe.fields.find(({ apiName }) => apiName === name)?.label ?? name;

/**
 * Refuses values of fields the node does not let one write, and the omission of required ones;
 * `place` is where the caller wrote them.
 */
export function requireWritable(
  describe: ObjectDescribe,
  rights: FieldRights,
  values: RecordValues,
  place = '/values',
): void {
  const problems = Object.keys(values).flatMap((name): Problem[] => {
    const right = Object.hasOwn(rights, name) ? rights[name] : 'hidden';
    if (right === 'write' || right === 'required') return [];
    const at = `${place}/${name}`;
    return right === 'hidden'
      ? [problem(at, 'UNKNOWN_FIELD', { name })]
      : [problem(at, 'FLOW_FIELD_CLOSED', { label: labelOf(describe, name) })];
  });
  if (problems.length > 0) throw problemsError(problems);
}
export function requireFilled(
  describe: ObjectDescribe,
  rights: FieldRights,
  record: RecordValues,
  place = '/values',
): void {
  const problems = Object.entries(rights).flatMap(([name, right]): Problem[] =>
    right === 'required' && isEmpty(record[name])
      ? [problem(`${place}/${name}`, 'FLOW_FIELD_REQUIRED', { label: labelOf(describe, name) })]
      : [],
  );
  if (problems.length > 0) throw problemsError(problems);
}

/** The fields that are not hidden. */
export function shownRecord(record: RecordValues, rights: FieldRights): RecordValues {
  return Object.fromEntries(Object.entries(record).filter(([name]) => rights[name] !== 'hidden'));
}
