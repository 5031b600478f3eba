import { Type, type Static, type TSchema } from 'typebox';
import { GroupBy, SUMMARY_FNS } from './aggregates.ts';
import { MAX_AUDIENCE, MAX_FIELDS, MAX_LABEL, MAX_PAGE_SIZE } from './constants.ts';
import { Filter, Id, oneOf, Sort, type FieldType } from './meta.ts';

const Closed = <P extends Record<string, TSchema>>(p: P) => Type.Object(p, { additionalProperties: false });

/** How a view shows its records, in the order they are offered. */
export const VIEW_KINDS = ['grid', 'cards', 'kanban', 'calendar', 'gantt', 'hierarchy', 'gallery', 'formView'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/**
 * Whose a view is. `shared`: everybody's (or its audience's), changed by builders; `personal`: its owner's alone; `locked`: as
 * shared, and nothing of it changes until it is unlocked; `restricted`: as shared, and who may not change it learns
 * neither its filter nor the fields it does not show.
 */
export const VIEW_SCOPES = ['shared', 'personal', 'locked', 'restricted'] as const;
export type ViewScope = (typeof VIEW_SCOPES)[number];

export const ROW_HEIGHTS = ['compact', 'comfortable', 'tall'] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];

/** What one setting of a kind may be: a field of these types (a lookup of `self` points to the same object), several fields, a word, a number, or a smart form for members by its id. */
export type ViewSetting =
  | { as: 'field'; label: string; types: readonly FieldType[]; required?: true; self?: true; /** What choosing none is called, where something stands in for it. */ none?: string }
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

/** The settings each kind has: its `kindConfig`, which is also what its widget takes as props. Fields are named by apiName. */
export const VIEW_SETTINGS: Readonly<Record<ViewKind, Readonly<Record<string, ViewSetting>>>> = {
  grid: {},
  cards: { titleField: title, coverField: cover, cardFields: cards },
  kanban: { groupField: { as: 'field', label: '分栏', types: PICKS, required: true }, titleField: title, coverField: cover, cardFields: cards, wipLimit: { as: 'number', label: '每栏最多', min: 1, max: 1_000 } },
  calendar: { startField: { as: 'field', label: '开始', types: DAYS, required: true }, endField: { as: 'field', label: '结束', types: DAYS }, titleField: title, colorField: color },
  gantt: {
    startField: { as: 'field', label: '开始', types: DAYS, required: true }, endField: { as: 'field', label: '结束', types: DAYS, required: true },
    titleField: title, progressField: { as: 'field', label: '进度', types: NUMBERS }, parentField: { as: 'field', label: '上级', types: ['lookup'], self: true },
    dependsOnField: { as: 'field', label: '前置', types: ['lookup', 'lookups'], self: true }, colorField: color,
    scale: { as: 'choice', label: '刻度', choices: { day: '日', week: '周', month: '月', quarter: '季', year: '年' }, initial: 'week' },
  },
  hierarchy: { parentField: { as: 'field', label: '上级', types: ['lookup'], required: true, self: true }, levelFields: { as: 'fields', label: '显示的字段', max: CARD_FIELDS } },
  gallery: { coverField: { ...cover, required: true }, titleField: title, cardFields: cards, fit: { as: 'choice', label: '图片', choices: { cover: '填满', contain: '完整' }, initial: 'cover' } },
  formView: { formId: { as: 'form', label: '智能表单' }, formFields: { as: 'fields', label: '要填的字段', max: MAX_FIELDS } },
};

export const ShowField = Closed({
  field: Type.String(), width: Type.Optional(Type.Integer({ minimum: 40, maximum: 1_000 })), frozen: Type.Optional(Type.Boolean()), agg: Type.Optional(oneOf(SUMMARY_FNS)),
});
export type ShowField = Static<typeof ShowField>;

const audience = Type.Array(Id, { maxItems: MAX_AUDIENCE });
/** Who sees a view that is not personal: these people, roles and departments (and those below); everybody when all are empty. */
export const ViewAuth = Closed({ userIds: Type.Optional(audience), roleIds: Type.Optional(audience), deptIds: Type.Optional(audience) });
export type ViewAuth = Static<typeof ViewAuth>;

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
const KindConfig = Type.Record(Type.String(), Type.Unknown());
/** Parts of a view that change what is seen of the records. Null fields: all of them. */
export const viewParts = {
  showFields: orNull(Type.Array(ShowField, { maxItems: MAX_FIELDS })),
  dataFilter: orNull(Filter),
  sort: Sort,
  groupBy: GroupBy,
  kindConfig: KindConfig,
  rowHeight: orNull(oneOf(ROW_HEIGHTS)),
  pageSize: orNull(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const head = {
  kind: oneOf(VIEW_KINDS), scope: oneOf(VIEW_SCOPES), groupId: orNull(Id), auth: ViewAuth,
  isDefault: Type.Boolean({ description: 'the one that opens first; there is one at most' }),
};
const optional = <P extends Record<string, TSchema>>(parts: P) => Type.Partial(Type.Object(parts)).properties as { [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> };

const Name = Type.String({ maxLength: MAX_LABEL * 4 });
/** A new view: what is left out is as in a view nobody has changed. */
export const ViewInput = Closed({ name: Name, ...optional(head), ...optional(viewParts) });
export type ViewInput = Static<typeof ViewInput>;
export const ViewPatch = { name: Type.Optional(Name), ...optional(head), ...optional(viewParts) };
export type ViewPatch = Partial<ViewInput>;

/** A view as the server answers it to who asks. */
export const CustomView = Type.Object({
  id: Id, object: Type.String(), appId: orNull(Id), name: Type.String(), ...head, ...viewParts, ownerId: Id, order: Type.Integer(), version: Type.Integer(),
  /** Who asks may change it (a locked one: unlock it). */
  canEdit: Type.Boolean(),
  /** Who asks sees its records through it only: lists name it (viewId) and learn nothing else. */
  restricted: Type.Boolean(),
  /** A field its filter went by is gone: its records cannot be listed until the filter is saved anew. */
  broken: Type.Boolean(),
});
export type CustomView = Static<typeof CustomView>;
export const ViewGroup = Type.Object({ id: Id, name: Type.String(), order: Type.Integer() });
export type ViewGroup = Static<typeof ViewGroup>;
