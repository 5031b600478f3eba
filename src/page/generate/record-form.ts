import type { FieldDescribe, FlowFieldRight, ObjectDescribe } from '../../contract/index.ts';
import { FIELDS, isComputed } from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import { flatten } from '../model/nested.ts';
import { SPEC, type NestedNode, type PageDocument } from '../model/document.ts';
import { fieldNode } from './form.ts';
import { layoutNodes, spanIn, type FieldGroup } from './layout.ts';
import { node, x } from './nodes.ts';

/** Rights by field; `*` is for those not listed. */
export type FieldRights = Readonly<Record<string, FlowFieldRight>>;

const KEY = 'form.record';
const canWrite = (right: FlowFieldRight): boolean => right === 'write' || right === 'required';

/** What may be done with a field; nothing is written that the server computes. */
export function rightOf(rights: FieldRights, field: FieldDescribe): FlowFieldRight {
  const right = rights[field.apiName] ?? rights['*'] ?? 'read';
  return canWrite(right) && isComputed(field.type) ? 'read' : right;
}

/**
 * A form over values that are handed in as `values`, in the sections of the object: fields by their
 * rights. Where nothing may be written, sections are read. It has no buttons: the page around it
 * does with the values what it is for.
 */
export function recordFormPage(describe: ObjectDescribe, rights: FieldRights): PageDocument {
  const isShown = (field: FieldDescribe): boolean => rightOf(rights, field) !== 'hidden';
  const isWritten = liveFields(describe).some((field) => canWrite(rightOf(rights, field)));
  const sections = layoutNodes(describe, {
    draw: isWritten ? (group, at) => inputs(group, at, rights) : texts,
    isShown,
    isRead: !isWritten,
  });
  return flatten({
    spec: SPEC,
    key: KEY,
    rev: 1,
    title: describe.label,
    params: { values: { type: 'any' } },
    forms: { record: { object: describe.apiName, init: x('params.values') } },
    body: isWritten
      ? form(describe, sections)
      : node('page', 'stack@1', { gap: 24 }, { slots: { default: sections } }),
  });
}

const form = ({ label }: ObjectDescribe, sections: NestedNode[]): NestedNode =>
  node(
    'form',
    'form@1',
    { label, enter: false, guard: false },
    {
      bind: 'record',
      slots: { body: [node('errors', 'formErrors@1', {}, { bind: 'record' }), ...sections] },
    },
  );

function inputs(group: FieldGroup, at: number, rights: FieldRights): NestedNode {
  return node(
    `section${at + 1}`,
    'section@1',
    {
      title: group.title,
      columns: group.columns,
      ...(group.collapsed && { collapsible: true, collapsed: true }),
      ...(group.hidden && { onlyFaulty: true }),
    },
    { slots: { body: group.fields.map((field) => input(field, group, rightOf(rights, field))) } },
  );
}
function input(field: FieldDescribe, group: FieldGroup, right: FlowFieldRight): NestedNode {
  const drawn = fieldNode(field, group, false);
  if (!canWrite(right)) return { ...drawn, when: { readonly: true } };
  return right === 'required' ? { ...drawn, when: { required: true } } : drawn;
}

const texts = (group: FieldGroup, at: number): NestedNode =>
  node(
    `section${at + 1}`,
    'descriptions@1',
    {
      title: group.title,
      fields: group.fields.map(({ apiName }) => apiName),
      columns: Math.min(2, group.columns),
      wide: group.fields
        .filter((field) => FIELDS[field.type].apart || spanIn(group, field) > 1)
        .map(({ apiName }) => apiName),
    },
    { bind: 'record' },
  );
