import { parse, parseTemplate } from '../../expression/index.ts';
import { checkSchema, type Schema } from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import { settingValue, withSetting, type Setting, type Shape } from './settings.ts';

/**
 * How a value is written: as it is (chosen where there is a list to choose from, else `typed`), as an
 * expression, or as a text with holes.
 */
const VALUE_SYNTAXES = {
  value: '固定的值',
  typed: '自己填写',
  template: '带变量的文字',
  formula: '公式',
} as const;
export type ValueSyntax = keyof typeof VALUE_SYNTAXES;
export const syntaxTitle = ({ offered }: Setting, syntax: ValueSyntax): string =>
  offered && syntax === 'value' ? '从列表中选择' : VALUE_SYNTAXES[syntax];
/**
 * What a setting is filled in with; `free` takes a text, or JSON where one begins with a bracket or
 * a quote.
 */
export type SettingKind =
  | 'choice'
  | 'pick'
  | 'picks'
  | 'flag'
  | 'number'
  | 'text'
  | 'free'
  | 'json'
  | 'formula'
  | 'template';
export interface SettingFault {
  name: string;
  title: string;
  text: string;
}
type Values = Readonly<Record<string, unknown>>;

const tagOf = (value: unknown, tag: '$x' | '$t'): string | null =>
  isRecord(value) && typeof value[tag] === 'string' ? value[tag] : null;
const isFree = (shape: Shape): boolean => shape.type === undefined && !shape.enum;
/** Several names, in an order. */
const takesNames = ({ type, items }: Shape): boolean =>
  type === 'array' && isRecord(items) && items['type'] === 'string';
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
/** How what is chosen from a list is filled in; null where the value is no name. */
function pickKind(shape: Shape, value: unknown): SettingKind | null {
  if (takesNames(shape)) return value === undefined || isTexts(value) ? 'picks' : null;
  return takesText(shape) && (value === undefined || typeof value === 'string') ? 'pick' : null;
}
const takesText = (shape: Shape): boolean =>
  isFree(shape) || (shape.type === 'string' && !shape.enum);
export const syntaxesFor = ({ shape, live, offered }: Setting): ValueSyntax[] => [
  'value',
  ...(offered ? ['typed' as const] : []),
  ...(live && takesText(shape) ? ['template' as const] : []),
  ...(live ? ['formula' as const] : []),
];
export function syntaxOf(setting: Setting, value: unknown): ValueSyntax {
  if (setting.live && tagOf(value, '$x') !== null) return 'formula';
  return setting.live && tagOf(value, '$t') !== null ? 'template' : 'value';
}

/** A value that does not fit its setting is written as JSON, so that nothing is lost. */
export function kindOf(
  { shape, offered }: Setting,
  value: unknown,
  writing: ValueSyntax,
): SettingKind {
  if (writing === 'formula' || writing === 'template') return writing;
  const picked = offered && writing === 'value' ? pickKind(shape, value) : null;
  return picked ?? plainKind(shape, value);
}
function plainKind(shape: Shape, value: unknown): SettingKind {
  const fits = (type: string) => value === undefined || typeof value === type;
  if (shape.enum) return value === undefined || shape.enum.includes(value) ? 'choice' : 'json';
  if (shape.type === 'boolean') return fits('boolean') ? 'flag' : 'json';
  if (shape.type === 'number' || shape.type === 'integer')
    return fits('number') ? 'number' : 'json';
  if (shape.type === 'string') return fits('string') ? 'text' : 'json';
  return isFree(shape) && fits('string') ? 'free' : 'json';
}

/** A literal as a formula; an empty one where it is none. */
function literalFormula(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
/** The literal a formula is; undefined where it is more. */
function formulaLiteral(formula: string): unknown {
  if (formula === 'true' || formula === 'false') return formula === 'true';
  return /^'([^'\\]*)'$/.exec(formula)?.[1];
}
/** The same value written another way; undefined where it cannot be. */
export function convertSyntax(value: unknown, to: ValueSyntax): unknown {
  const [formula, template] = [tagOf(value, '$x'), tagOf(value, '$t')];
  if (to === 'template') return { $t: typeof value === 'string' ? value : (template ?? '') };
  if (to === 'formula') return formula === null ? { $x: literalFormula(value) } : value;
  if (typeof value !== 'object') return value;
  return template ?? formulaLiteral(formula ?? '');
}

const JSON_START = /^\s*[[{"]/u;
/** The value as its input takes it; undefined is left empty. */
export function inputValueOf(
  kind: SettingKind,
  value: unknown,
): string | number | readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (kind === 'formula') return tagOf(value, '$x') ?? '';
  if (kind === 'template') return tagOf(value, '$t') ?? '';
  if (kind === 'picks') return value as string[];
  if (kind === 'json' || (kind === 'free' && JSON_START.test(String(value))))
    return JSON.stringify(value, null, 1);
  return kind === 'number' ? (value as number) : String(value);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('不是完整的 JSON：文字要加双引号，括号要成对');
  }
}
function readExpression(text: string, isTemplate: boolean): unknown {
  const read = isTemplate ? parseTemplate(text) : parse(text);
  if (!read.ok) throw new Error(read.errors[0]?.message ?? '公式有误');
  return isTemplate ? { $t: text } : { $x: text };
}
function valueOf(kind: SettingKind, { enum: choices }: Shape, given: unknown): unknown {
  if (kind === 'picks') return Array.isArray(given) && given.length > 0 ? given : undefined;
  if (given === undefined || given === null || given === '') return undefined;
  switch (kind) {
    case 'flag':
      return given === 'true';
    case 'choice':
      return choices?.find((choice) => String(choice) === given);
    case 'json':
      return readJson(String(given));
    case 'free':
      return JSON_START.test(String(given)) ? readJson(String(given)) : given;
    case 'formula':
    case 'template':
      return readExpression(String(given), kind === 'template');
    default:
      return given;
  }
}

/**
 * Applies the filled-in settings to the node (or page) they were made from: an invalid value is
 * left unchanged and returned with its reason; an empty one means its default. `writings` is the
 * syntax of each, as passed to settingsPage.
 */
export function applySettings(
  settings: readonly Setting[],
  before: Values,
  values: Values,
  writings: Readonly<Record<string, ValueSyntax>> = {},
): { target: Record<string, unknown>; faults: SettingFault[] } {
  const faults: SettingFault[] = [];
  let target: Record<string, unknown> = { ...before };
  for (const setting of settings) {
    const was = settingValue(before, setting.path);
    const kind = kindOf(setting, was, writings[setting.name] ?? syntaxOf(setting, was));
    try {
      const value = valueOf(kind, setting.shape, values[setting.name]);
      const [fault] =
        value === undefined
          ? []
          : checkSchema(value, setting.shape as Schema, { path: '' }, { tagged: true });
      if (fault) throw new Error(fault.why);
      if (JSON.stringify(value) !== JSON.stringify(was))
        target = withSetting(target, setting.path, value);
    } catch (error) {
      faults.push({ name: setting.name, title: setting.title, text: (error as Error).message });
    }
  }
  return { target, faults };
}
