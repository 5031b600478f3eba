import { namesRecord, type Explained, type FieldDescribe } from '../../contract/index.ts';
import { canExplain, explainField } from '../../page/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { scopeOfRecord } from './field-live.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';
import type { FieldModel } from './types.ts';

/** What the server is asked about a stored value. */
interface ExplainRequest {
  readonly object: string;
  readonly id: string;
  /** Of a sub-table's row: table.column, with the row's id. */
  readonly field: string;
  readonly row?: string;
  readonly viewId?: string;
}
/** How a value came about, as a question that is asked when a person wants to know. */
export interface Question {
  readonly label: string;
  /** Of a stored value the server is asked; null where what is typed counts. */
  readonly ask: ExplainRequest | null;
  /** The answer from what is here; observable, null where the server must be asked. */
  local(fieldOf: FieldOf): Explained | null;
  /** Objects whose fields `local` names. */
  readonly objects: readonly string[];
  /** The same question about another field of the record. */
  about(name: string, label: string): Question | null;
}
type FieldOf = (object: string, name: string) => FieldDescribe | undefined;

const describesOf = (record: OwnedRecord): FieldDescribe[] =>
  record.fieldNames.flatMap((name) => record.specs.get(name)?.describe ?? []);
const rootOf = (record: OwnedRecord): OwnedRecord =>
  record.parent ? rootOf(record.parent.record) : record;

/** Whether it can be said how the field's value came about. Cheap: each field of a form is asked. */
export function isExplainable(field: FieldModel): field is OwnedField {
  const { describe } = field;
  if (!describe || !('record' in field)) return false;
  if (describe.formula !== undefined || describe.rollup !== undefined) return true;
  const { record, spec } = field as OwnedField;
  return spec.readonly && canExplain(describe, describesOf(record));
}

/** The request about a field as it is stored; null for a new record, or while it is changed. */
function requestOf({ record, name, describe }: OwnedField): ExplainRequest | null {
  const root = rootOf(record);
  const object = record.owner.describe?.apiName;
  const id = root.loaded['id'];
  const isLocal = describe?.rollup?.via.includes('.') !== true && root.dirty;
  if (typeof id !== 'string' || object === undefined || isLocal) return null;
  if (record === root) return { object, id, field: name };
  const row = record.loaded['id'];
  return typeof row === 'string' && record.parent?.record === root
    ? { object, id, field: `${record.parent.name}.${name}`, row }
    : null;
}

/** The question about a field of a form. */
export function questionOf(field: OwnedField): Question {
  const { record, describe } = field;
  const fields = describesOf(record);
  const around = record.parent ? describesOf(record.parent.record) : [];
  return {
    label: field.label,
    ask: requestOf(field),
    local: (fieldOf) =>
      describe
        ? explainField(describe, {
            fields,
            around,
            scope: scopeOfRecord(record),
            ctx: record.owner.context(),
            labels: record.owner.labels,
            fieldOf,
          })
        : null,
    objects: [
      ...new Set(
        [...fields, ...around].flatMap(({ type, refObject, reads, fills }) =>
          namesRecord(type) && refObject && (reads?.length || fills?.length) ? [refObject] : [],
        ),
      ),
    ],
    about: (name) => (record.hasField(name) ? questionOf(record.field(name)) : null),
  };
}

/** The question about a value of a stored record that no form holds: a cell of a list. */
export const storedQuestion = (label: string, ask: ExplainRequest): Question => ({
  label,
  ask,
  local: () => null,
  objects: [],
  about: (name, called) => storedQuestion(called, { ...ask, field: name }),
});

/** Fields of these objects by name; those of one that cannot be read stay unknown. */
export async function fieldsOfObjects(
  ports: Pick<EnginePorts, 'describe'>,
  objects: readonly string[],
): Promise<FieldOf> {
  const found = await Promise.all(
    objects.map(async (object) => {
      try {
        return [object, await ports.describe(object)] as const;
      } catch {
        return [object, undefined] as const;
      }
    }),
  );
  const describes = new Map(found);
  return (object, name) => describes.get(object)?.fields.find(({ apiName }) => apiName === name);
}
