import {
  FLOW_STATE_OPTIONS,
  type FormLayout,
  type SubmissionDetail,
  type SubmissionState,
} from '../../contract/index.ts';
import type { Json } from '../../document/index.ts';
import { flatten } from '../model/nested.ts';
import { SPEC, type NestedNode, type PageDocument } from '../model/document.ts';
import { dateTimeText } from '../../values/index.ts';
import { formSheet, SHEET_PARAMS, sheetHeading } from './form-sheet.ts';
import { act, button, node } from './nodes.ts';

/** What each state of a submission is called, and its colour. */
const SUBMISSION_WORDS: Readonly<Record<SubmissionState, { text: string; color: string }>> = {
  submitted: { text: '已提交', color: 'blue' },
  changed: { text: '已修改', color: 'blue' },
  handled: { text: '已处理', color: 'green' },
  removed: { text: '记录已删除', color: 'gray' },
};

/** A submission with the layout of its form. */
export type ReadSubmission = Omit<SubmissionDetail, 'page'> & { readonly layout: FormLayout };
/**
 * One's own submission to be read, section by section as in its form. Emits `change` when it may be
 * changed and is to be.
 */
export function submissionPage(detail: ReadSubmission, key: string): PageDocument {
  const gone = node(
    'gone',
    'panel@1',
    { padding: 24 },
    {
      slots: {
        default: [
          node('goneResult', 'result@1', {
            kind: 'info',
            title: '记录已删除',
            text: '提交产生的记录已被删除，内容不再保留。',
          }),
        ],
      },
    },
  );
  return flatten({
    spec: SPEC,
    key,
    rev: 1,
    title: detail.formName,
    params: SHEET_PARAMS,
    forms: { record: { object: 'form', init: detail.values as Json } },
    body: formSheet([head(detail), ...(detail.state === 'removed' ? [gone] : sections(detail))]),
  });
}

const moment = (iso: string): string => dateTimeText(new Date(iso), false);
const timesOf = ({ at, changedAt, state }: ReadSubmission): string =>
  changedAt && state === 'changed'
    ? `提交于 ${moment(at)}，修改于 ${moment(changedAt)}`
    : `提交于 ${moment(at)}`;
/** Where its approval is: the state alone, not who decides or what they wrote. */
function flowTag({ flow }: ReadSubmission): NestedNode[] {
  const option = FLOW_STATE_OPTIONS.find(({ code }) => code === flow);
  return option ? [node('flow', 'tag@1', { text: option.label, color: option.color })] : [];
}

function head(submission: ReadSubmission): NestedNode {
  const { formName, state, canEdit } = submission;
  const times = node('times', 'text@1', { text: timesOf(submission), kind: 'secondary' });
  const title = node(
    'title',
    'stack@1',
    { direction: 'row', gap: 8, align: 'center' },
    {
      slots: {
        default: [
          sheetHeading(formName),
          node('state', 'tag@1', { ...SUBMISSION_WORDS[state] }),
          ...flowTag(submission),
        ],
      },
    },
  );
  return node(
    'head',
    'toolbar@1',
    {},
    {
      slots: {
        start: [
          node(
            'headline',
            'stack@1',
            { gap: 4 },
            {
              slots: { default: [title, times] },
            },
          ),
        ],
        end: canEdit
          ? [
              button('change', { text: '修改', kind: 'primary', icon: 'edit', phoneBottom: true }, [
                act('emit', { event: 'change' }),
              ]),
            ]
          : [],
      },
    },
  );
}

const sectionPanel = (
  id: string,
  title: string | undefined,
  fields: string[],
  columns: number,
): NestedNode =>
  node(id, 'panel@1', title ? { title } : {}, {
    slots: {
      default: [node(`${id}fields`, 'descriptions@1', { fields, columns }, { bind: 'record' })],
    },
  });

function sections({ layout, describe }: ReadSubmission): NestedNode[] {
  const there = new Set(describe.fields.map(({ apiName }) => apiName));
  return layout.pages.flatMap((page, p) =>
    page.sections.flatMap((section, s) => {
      const fields = fieldsOf(section).filter((name) => there.has(name));
      const title =
        section.title?.trim() || (s === 0 && layout.pages.length > 1 ? page.title?.trim() : '');
      const columns = (section.columns ?? 1) > 1 ? 2 : 1;
      return fields.length === 0
        ? []
        : [sectionPanel(`p${p + 1}s${s + 1}`, title, fields, columns)];
    }),
  );
}
const fieldsOf = (section: FormLayout['pages'][number]['sections'][number]): string[] =>
  section.items.flatMap((item) => (item.kind === 'field' ? [item.field] : []));
