import type { PageDocument, Schema } from '../../page/index.ts';
import { ACTION_GROUPS } from '../../runtime/actions/index.ts';
import { isRecord, recordsOf, textOf } from '../../values/index.ts';
import type { WidgetDefinition } from '../../view/kit/index.ts';
import type { Registry } from '../../view/index.ts';
import { PAGE_ROW } from '../preview/index.ts';
import { CELL_SHAPES } from './page-settings.ts';
import {
  propSetting,
  settingValue,
  titleOf,
  type Setting,
  type SettingGroup,
  type Shape,
} from './settings.ts';

type Json = Readonly<Record<string, unknown>>;
/** An action of a document, as it is written there. */
export type ActionJson = Json;
/** A list of actions: where it is, and what a person reads above it. */
export interface ListPlace {
  readonly path: readonly string[];
  readonly title: string;
}
/** What can be added to a list, as a menu shows it. */
export interface ActionGroup {
  readonly title: string;
  readonly actions: readonly { readonly name: string; readonly title: string }[];
}

const STEPS = 'steps.';
/** The actions of a list; what is no list holds none. */
export const actionsIn = (list: unknown): readonly ActionJson[] => recordsOf(list);

const namesIn = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);
const listsOfPage = (page: Json): ListPlace[] => [
  { path: ['onOpen'], title: '页面打开时' },
  ...namesIn(page['steps']).map((name) => ({
    path: ['steps', name, 'do'],
    title: `步骤 ${name}`,
  })),
];
/** Lists of a node's events, or of the page: when it opens, and the steps it declares. */
export function listsOfTarget(
  id: string,
  target: Json,
  definition: WidgetDefinition | undefined,
): ListPlace[] {
  if (id === PAGE_ROW) return listsOfPage(target);
  const known = definition?.events ?? {};
  return [
    ...Object.entries(known).map(([name, { title }]) => ({ path: ['on', name], title })),
    // What the widget does not declare is shown nevertheless: it is in the document.
    ...namesIn(target['on'])
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => ({ path: ['on', name], title: `${name}（组件没有这个事件）` })),
  ];
}

/** Arguments of steps of the page, by the types of their parameters. */
function stepArgs(name: string, document: PageDocument): Record<string, Schema> | undefined {
  const steps = Object.hasOwn(document.steps ?? {}, name) ? document.steps![name] : undefined;
  if (!steps) return undefined;
  return Object.fromEntries(
    Object.entries(steps.params ?? {}).map(([param, { type }]) => [
      param,
      (CELL_SHAPES[type] ?? {}) as Schema,
    ]),
  );
}
/** Schemas of an action's arguments; undefined for an unknown action. */
function argsOf(
  action: ActionJson,
  registry: Registry,
  document: PageDocument,
): Record<string, Schema> | undefined {
  const name = textOf(action['do']);
  if (name.startsWith(STEPS)) return stepArgs(name.slice(STEPS.length), document);
  const definition = registry.action(name);
  return definition && ((definition.args as Schema).properties ?? {});
}

const isActions = (schema: Schema | undefined): boolean => schema?.['x-kind']?.kind === 'actions';
const itemsOf = ({ items }: Schema): Schema | undefined =>
  Array.isArray(items) ? undefined : items;
/** Of a list whose items hold actions, the key they are under; '' where an item is such a list. */
function heldUnder(schema: Schema): string | null {
  const item = itemsOf(schema);
  if (isActions(item)) return '';
  const held = Object.entries(item?.properties ?? {}).find(([, each]) => isActions(each));
  return held ? held[0] : null;
}
/** A list that lies in an action; with `make` it may be added as another item of its argument. */
export interface InnerList extends ListPlace {
  /** May not be left out. */
  readonly required: boolean;
}
/** An argument that takes any number of lists: branches, cases. */
export interface ListAdder extends ListPlace {
  readonly item: unknown;
}
/** The lists an action holds, or may hold, and the arguments that take more of them. */
export function listsOfAction(
  action: ActionJson,
  registry: Registry,
  document: PageDocument,
): { lists: InnerList[]; adders: ListAdder[] } {
  const definition = registry.action(textOf(action['do']));
  const required = new Set((definition?.args as Schema | undefined)?.required ?? []);
  const lists: InnerList[] = [];
  const adders: ListAdder[] = [];
  for (const [name, schema] of Object.entries(argsOf(action, registry, document) ?? {})) {
    const path = ['args', name];
    const title = titleOf(name, schema as Shape);
    if (isActions(schema)) lists.push({ path, title, required: required.has(name) });
    const key = heldUnder(schema);
    if (key === null) continue;
    const items = settingValue(action, path);
    (Array.isArray(items) ? items : []).forEach((item, index) => {
      const inner = [...path, String(index), ...(key === '' ? [] : [key])];
      lists.push({ path: inner, title: itemTitle(title, item, index), required: true });
    });
    adders.push({ path, title, item: key === '' ? [] : { ...blankItem(schema), [key]: [] } });
  }
  lists.push({ path: ['onError'], title: '出错时', required: false });
  return { lists, adders };
}
const blankItem = (schema: Schema): Json =>
  Object.fromEntries((itemsOf(schema)?.required ?? []).map((name) => [name, '']));
/** A case is called by the value it is for. */
function itemTitle(title: string, item: unknown, index: number): string {
  const first = isRecord(item) ? briefly(Object.values(item)[0]) : '';
  return first ? `${title}：${first}` : `${title} ${index + 1}`;
}

/** A value in few words: a text, a formula, a name. */
function briefly(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isRecord(value)) return '';
  return textOf(value['$t']) || textOf(value['$x']);
}
/** What an action does in words: its title, and what it does it with. */
export function actionWords(
  action: ActionJson,
  registry: Registry,
  document: PageDocument,
): { title: string; detail: string } {
  const name = textOf(action['do']);
  const args = argsOf(action, registry, document);
  const title = name.startsWith(STEPS)
    ? `步骤 ${name.slice(STEPS.length)}`
    : registry.action(name)?.title;
  if (!args) return { title: `不认识的动作 ${name}`, detail: '' };
  const given = Object.keys(args)
    .map((key) => settingValue(action, ['args', key]))
    .map((value) => briefly(value) || placesIn(value));
  return { title: title ?? name, detail: given.find(Boolean) ?? '' };
}
/** Several cells that are set at once are called by their names. */
const placesIn = (value: unknown): string =>
  isRecord(value) && !('$x' in value) && !('$t' in value) ? Object.keys(value).join('、') : '';

const more = (
  name: string,
  path: readonly string[],
  title: string,
  shape: Shape,
  { help = '', live = true, group = 'more' as SettingGroup } = {},
): Setting => ({ name, path, title, help, shape, group, live });
const ANY_ACTION: readonly Setting[] = [
  more('if', ['if'], '满足条件才做', { type: 'boolean' }),
  more('confirm_text', ['confirm', 'text'], '先问一句', { type: 'string' }, { help: '同意了才做' }),
  more('confirm_title', ['confirm', 'title'], '问题的标题', { type: 'string' }),
  more('confirm_ok', ['confirm', 'ok'], '同意的按钮', { type: 'string' }),
  more(
    'confirm_danger',
    ['confirm', 'danger'],
    '做了不能撤销',
    { type: 'boolean' },
    { live: false },
  ),
];
const RESULT = more(
  'as',
  ['as'],
  '结果的名称',
  { type: 'string' },
  { help: '后面的动作用 results.名称 读取', live: false },
);

/** What can be set of an action, but for the lists it holds. */
export function settingsOfAction(
  action: ActionJson,
  registry: Registry,
  document: PageDocument,
): Setting[] {
  const args = argsOf(action, registry, document);
  if (!args)
    return [
      more('args', ['args'], '参数（JSON）', { type: 'object' }, { live: false, group: 'props' }),
      ...ANY_ACTION,
    ];
  const hasResult = registry.action(textOf(action['do']))?.result !== undefined;
  return [
    ...Object.entries(args).flatMap(([name, schema]) => argSettings(name, schema, action)),
    ...(hasResult ? [RESULT] : []),
    ...ANY_ACTION,
  ];
}
/** An argument; of one that holds lists, what each item has beside them. */
function argSettings(name: string, schema: Schema, action: ActionJson): Setting[] {
  if (isActions(schema)) return [];
  const key = heldUnder(schema);
  if (key === null) return [propSetting(name, schema as Shape, ['args', name])];
  const items = settingValue(action, ['args', name]);
  const beside = Object.entries(itemsOf(schema)?.properties ?? {}).filter(([each]) => each !== key);
  return (Array.isArray(items) ? items : []).flatMap((_item, index) =>
    beside.map(([each, shape]) => {
      const made = propSetting(each, shape as Shape, ['args', name, String(index), each]);
      return { ...made, title: `${made.title} ${index + 1}` };
    }),
  );
}

/** A new action with what it needs, as far as there is nothing to decide. */
export function newAction(name: string, registry: Registry): ActionJson {
  const { properties = {}, required = [] } = (registry.action(name)?.args ?? {}) as Schema;
  const lists = required.filter(
    (key) => isActions(properties[key]) || heldUnder(properties[key] ?? {}) !== null,
  );
  return {
    do: name,
    ...(lists.length > 0 && { args: Object.fromEntries(lists.map((key) => [key, []])) }),
  };
}
/** Everything an action of this page may be, in the groups of the registry. */
export function actionGroups(registry: Registry, document: PageDocument): ActionGroup[] {
  const steps = Object.keys(document.steps ?? {}).map((name) => ({
    name: `${STEPS}${name}`,
    title: name,
  }));
  return [
    ...(steps.length > 0 ? [{ title: '本页的步骤', actions: steps }] : []),
    ...Object.entries(ACTION_GROUPS).map(([group, title]) => ({
      title,
      actions: registry.actions
        .filter((action) => action.group === group)
        .map(({ name, title: called }) => ({ name, title: called })),
    })),
  ];
}

/** The list with one action moved. */
export function moveAction(list: readonly ActionJson[], from: number, to: number): ActionJson[] {
  const rest = list.filter((_action, index) => index !== from);
  return rest.toSpliced(to, 0, list[from]!);
}
