import {
  bindKind,
  type FormModelImpl,
  type ListModel,
  type OwnedField,
  type OwnedRecord,
} from '../../runtime/models/index.ts';
import type { NodeHandleImpl } from '../page/node-handle.ts';
import { nodeAround, nodeAt, surroundingsOf, type Surroundings } from './locate.ts';

/** What a person asks about who points at an element: an object, a record of it and a field. */
export interface AccessSubject {
  readonly object: string;
  readonly id?: string;
  readonly field?: string;
}

const idOf = (id: unknown): { id?: string } => (typeof id === 'string' ? { id } : {});
const rootOf = (field: OwnedField): OwnedField =>
  field.record.parent ? rootOf(field.record.parent) : field;

function ofField(field: OwnedField): AccessSubject | null {
  const { name, record } = rootOf(field);
  const object = record.owner.describe?.apiName;
  return object === undefined ? null : { object, ...idOf(record.loaded['id']), field: name };
}

type Described = Pick<FormModelImpl | ListModel, 'describe'>;
/** Of a form or a list: the record and the field that are drawn at the element. */
function ofRecords(
  { describe }: Described,
  { keys, record }: Surroundings,
  loaded: OwnedRecord['loaded'] | undefined,
): AccessSubject | null {
  if (!describe) return null;
  const field = keys.find((key) => describe.fields.some(({ apiName }) => apiName === key));
  return {
    object: describe.apiName,
    ...idOf(record ? record['id'] : loaded?.['id']),
    ...(field !== undefined && { field }),
  };
}

function boundTo(bound: unknown, around: Surroundings): AccessSubject | null {
  switch (bindKind(bound)) {
    case 'field':
      return 'record' in (bound as object) ? ofField(bound as OwnedField) : null;
    case 'form':
      return ofRecords(bound as FormModelImpl, around, (bound as FormModelImpl).loaded);
    case 'list':
      return ofRecords(bound as ListModel, around, undefined);
    default:
      return null;
  }
}

/** The record of the page around a node that is bound to nothing: an action, a title. */
function ofPage({ scope }: NodeHandleImpl, around: Surroundings): AccessSubject | null {
  const names = [...scope.page.forms.keys(), ...scope.page.sources.keys()];
  for (const name of names) {
    const found = boundTo(scope.read([name], null), around);
    if (found) return found;
  }
  return null;
}

/** The record and field an element shows; null where it shows none. */
export function subjectAt(element: Element): AccessSubject | null {
  const around = surroundingsOf(element);
  const innermost = nodeAt(element);
  for (let node = innermost; node; node = nodeAround(node)) {
    const found = boundTo(node.bound, around);
    if (found) return found;
  }
  return innermost && ofPage(innermost, around);
}
