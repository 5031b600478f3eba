import {
  FIELDS,
  typesWhere,
  type FieldDescribe,
  type ObjectDescribe,
} from '../../contract/index.ts';
import { liveFields } from '../describe/record-schema.ts';
import type { Value } from '../../document/index.ts';
import type { NestedNode } from '../model/document.ts';
import { act, button, node, t, x } from './nodes.ts';

/** The head of a record's pages; their form is called `record`. */

/**
 * Types of which the first field is shown beside the title: the state of the record, and its owner.
 */
const FACTS = typesWhere(({ besideTitle }) => besideTitle);
/** The title field, where its value reads as a title by itself: a lookup's or person's id does not. */
export function titleField(describe: ObjectDescribe): FieldDescribe | undefined {
  const field = liveFields(describe).find((each) => each.apiName === describe.titleField);
  return field && FIELDS[field.type].heads ? field : undefined;
}
export function recordTitleOf(describe: ObjectDescribe): Value {
  const field = titleField(describe);
  return field ? t(`{record.${field.apiName}}`) : describe.label;
}

/** The record's title, large, with its state and whose it is below. */
export function headline(describe: ObjectDescribe, as: Value): NestedNode {
  const fields = liveFields(describe);
  const facts = FACTS.flatMap(
    (type) =>
      fields.find((field) => field.type === type && field.apiName !== describe.titleField)
        ?.apiName ?? [],
  );
  return node(
    'headline',
    'stack@1',
    { gap: 4 },
    {
      slots: {
        default: [
          {
            ...node('titleWaiting', 'skeleton@1', { kind: 'block', height: 28 }),
            when: { visible: { $x: 'record._loading' } },
          },
          node('title', 'text@1', { text: recordTitleOf(describe), kind: 'title', as }),
          ...(facts.length > 0
            ? [node('facts', 'descriptions@1', { fields: facts, inline: true }, { bind: 'record' })]
            : []),
        ],
      },
    },
  );
}

/** Shown when the record was deleted, or could not be loaded. */
export const missing = (when: string): NestedNode =>
  node(
    'missing',
    'result@1',
    { kind: 'error', title: '没有打开这条记录', text: x('record._error') },
    {
      when: { visible: { $x: when } },
      slots: { action: [button('again', { text: '重试' }, [act('reload', { source: 'record' })])] },
    },
  );
