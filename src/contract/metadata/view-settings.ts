import { MAX_FIELDS } from '../base/constants.ts';
import { typesWhere, type FieldType, type ViewUse } from '../fields/field-types.ts';

/** How a view shows its records, in the order they are offered. */
export const VIEW_KINDS = [
  'grid',
  'cards',
  'kanban',
  'calendar',
  'gantt',
  'hierarchy',
  'gallery',
  'formView',
] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/**
 * Whose a view is. `shared`: everybody's (or its audience's), changed by builders; `personal`: its
 * owner's alone; `locked`: as shared, and nothing of it changes until it is unlocked; `restricted`:
 * as shared, and who may not change it learns neither its filter nor, through it, the fields it
 * does not show. People read it as 精简. That limits what the view shows, not who may read the
 * object's records: every member of the company may, by the list itself (docs/views.md).
 */
export const VIEW_SCOPES = ['shared', 'personal', 'locked', 'restricted'] as const;
export type ViewScope = (typeof VIEW_SCOPES)[number];

export const ROW_HEIGHTS = ['compact', 'comfortable', 'tall'] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];

/**
 * What one setting of a kind may be: a field of these types (a lookup of `self` points to the same
 * object), several fields, a word, a number, or a smart form for members by its id.
 */
export type ViewSetting =
  | {
      as: 'field';
      label: string;
      types: readonly FieldType[];
      required?: true;
      self?: true;
      /** A new view begins with the object's first field of these types. */
      suggested?: readonly FieldType[];
      /** Label for choosing none, where that has a default. */
      none?: string;
    }
  | { as: 'fields'; label: string; max: number }
  | { as: 'choice'; label: string; choices: Readonly<Record<string, string>>; initial: string }
  | { as: 'number'; label: string; min: number; max: number }
  | { as: 'form'; label: string };

const typesFor = (use: ViewUse) => typesWhere(({ views }) => views?.includes(use));
/** A setting that is a field of the types that say so. */
const field = (
  label: string,
  use: ViewUse,
  more: Partial<Extract<ViewSetting, { as: 'field' }>> = {},
): ViewSetting => ({
  as: 'field',
  label,
  types: typesFor(use),
  ...more,
});
/** Fields of one card: more do not fit one. */
const CARD_FIELDS = 8;

const title: ViewSetting = {
  as: 'field',
  label: '标题',
  types: typesWhere(({ titles }) => titles),
  none: '对象的标题字段',
};
const cover = field('封面', 'cover');
const cards: ViewSetting = { as: 'fields', label: '卡片上的字段', max: CARD_FIELDS };
const color = field('颜色', 'colour', { suggested: typesFor('colour') });

/**
 * The settings each kind has: its `kindConfig`, which is also what its widget takes as props.
 * Fields are named by apiName.
 */
export const VIEW_SETTINGS: Readonly<Record<ViewKind, Readonly<Record<string, ViewSetting>>>> = {
  grid: {},
  cards: { titleField: title, coverField: cover, cardFields: cards },
  kanban: {
    groupField: field('分栏', 'lane', { required: true }),
    titleField: title,
    coverField: cover,
    cardFields: cards,
    wipLimit: { as: 'number', label: '每栏最多', min: 1, max: 1_000 },
  },
  calendar: {
    startField: field('开始', 'day', { required: true }),
    endField: field('结束', 'day', { suggested: typesFor('day') }),
    titleField: title,
    colorField: color,
  },
  gantt: {
    startField: field('开始', 'day', { required: true }),
    endField: field('结束', 'day', { required: true }),
    titleField: title,
    progressField: field('进度', 'progress', {
      suggested: typesWhere(({ format }) => format === 'share'),
    }),
    parentField: field('上级', 'parent', { self: true }),
    dependsOnField: field('前置', 'before', { self: true }),
    colorField: color,
    scale: {
      as: 'choice',
      label: '刻度',
      choices: { day: '日', week: '周', month: '月', quarter: '季', year: '年' },
      initial: 'week',
    },
  },
  hierarchy: {
    parentField: field('上级', 'parent', { required: true, self: true }),
    levelFields: { as: 'fields', label: '显示的字段', max: CARD_FIELDS },
  },
  gallery: {
    coverField: field('封面', 'cover', { required: true }),
    titleField: title,
    cardFields: cards,
    fit: {
      as: 'choice',
      label: '图片',
      choices: { cover: '填满', contain: '完整' },
      initial: 'cover',
    },
  },
  formView: {
    formId: { as: 'form', label: '智能表单' },
    formFields: { as: 'fields', label: '要填的字段', max: MAX_FIELDS },
  },
};
