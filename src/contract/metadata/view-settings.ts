import { MAX_FIELDS } from '../base/constants.ts';
import type { FieldType } from '../fields/field-types.ts';

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
      /** Label for choosing none, where that has a default. */
      none?: string;
    }
  | { as: 'fields'; label: string; max: number }
  | { as: 'choice'; label: string; choices: Readonly<Record<string, string>>; initial: string }
  | { as: 'number'; label: string; min: number; max: number }
  | { as: 'form'; label: string };

const TEXTS: readonly FieldType[] = ['text', 'email', 'phone', 'url', 'barcode', 'autoNumber'];
const DAYS: readonly FieldType[] = ['date', 'dateTime'];
const PICTURES: readonly FieldType[] = ['image', 'attachment'];
const NUMBERS: readonly FieldType[] = ['percent', 'integer', 'decimal', 'slider', 'rating'];
const PICKS: readonly FieldType[] = ['singleSelect', 'boolean', 'user', 'dept', 'role', 'lookup'];
/** Fields of one card: more do not fit one. */
const CARD_FIELDS = 8;

const title: ViewSetting = { as: 'field', label: '标题', types: TEXTS, none: '对象的标题字段' };
const cover: ViewSetting = { as: 'field', label: '封面', types: PICTURES };
const cards: ViewSetting = { as: 'fields', label: '卡片上的字段', max: CARD_FIELDS };
const color: ViewSetting = { as: 'field', label: '颜色', types: ['singleSelect'] };

/**
 * The settings each kind has: its `kindConfig`, which is also what its widget takes as props.
 * Fields are named by apiName.
 */
export const VIEW_SETTINGS: Readonly<Record<ViewKind, Readonly<Record<string, ViewSetting>>>> = {
  grid: {},
  cards: { titleField: title, coverField: cover, cardFields: cards },
  kanban: {
    groupField: { as: 'field', label: '分栏', types: PICKS, required: true },
    titleField: title,
    coverField: cover,
    cardFields: cards,
    wipLimit: { as: 'number', label: '每栏最多', min: 1, max: 1_000 },
  },
  calendar: {
    startField: { as: 'field', label: '开始', types: DAYS, required: true },
    endField: { as: 'field', label: '结束', types: DAYS },
    titleField: title,
    colorField: color,
  },
  gantt: {
    startField: { as: 'field', label: '开始', types: DAYS, required: true },
    endField: { as: 'field', label: '结束', types: DAYS, required: true },
    titleField: title,
    progressField: { as: 'field', label: '进度', types: NUMBERS },
    parentField: { as: 'field', label: '上级', types: ['lookup'], self: true },
    dependsOnField: { as: 'field', label: '前置', types: ['lookup', 'lookups'], self: true },
    colorField: color,
    scale: {
      as: 'choice',
      label: '刻度',
      choices: { day: '日', week: '周', month: '月', quarter: '季', year: '年' },
      initial: 'week',
    },
  },
  hierarchy: {
    parentField: { as: 'field', label: '上级', types: ['lookup'], required: true, self: true },
    levelFields: { as: 'fields', label: '显示的字段', max: CARD_FIELDS },
  },
  gallery: {
    coverField: { ...cover, required: true },
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
