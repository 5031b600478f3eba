import { parse, parseTemplate } from '../../expression/index.ts';
import { checkSchema, type Schema } from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import { settingValue, withSetting, type Setting, type Shape } from './settings.ts';

/** How a value is written: as it is, as an expression, or as a text with holes. */
export const VALUE_SYNTAXES = {
  value: '固定的值',
  template: '带变量的文字',
  formula: '公式',
} as const;
export type ValueSyntax = keyof typeof VALUE_SYNTAXES;
/**
 * What a setting is filled in with; `free` takes a text, or JSON where one begins with a bracket or
 * a quote.
 */
export type SettingKind =
  | 'choice'
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
const takesText = (shape: Shape): boolean =>
  isFree(shape) || (shape.type === 'string' && !shape.enum);
export const syntaxesFor = ({ shape, live }: Setting): ValueSyntax[] =>
  live ? ['value', ...(takesText(shape) ? ['template' as const] : []), 'formula'] : ['value'];
export function syntaxOf(setting: Setting, value: unknown): ValueSyntax {
  if (setting.live && tagOf(value, '$x') !== null) return 'formula';
  return setting.live && tagOf(value, '$t') !== null ? 'template' : 'value';
}

/** A value that does not fit its setting is written as JSON, so that nothing is lost. */
export function kindOf({ shape }: Setting, value: unknown, writing: ValueSyntax): SettingKind {
  if (writing !== 'value') return writing;
  const fits = (type: string) => value === undefined || typeof value === type;
  if (shape.enum) return value === undefined || shape.enum.includes(value) ? 'choice' : 'json';
  if (shape.type === 'boolean') return fits('boolean') ? 'flag' : 'json';
  if (shape.type === 'number' || shape.type === 'integer')
    return fits('number') ? 'number' : 'json';
  if (shape.type === 'string') return fits('string') ? 'text' : 'json';
  return isFree(shape) && fits('string') ? 'free' : 'json';
}

/** The same value written another way; undefined where it cannot be. */
export function convertSyntax(value: unknown, to: ValueSyntax): unknown {
  const [formula, template] = [tagOf(value, '$x'), tagOf(value, '$t')];
  if (to === 'template') return { $t: typeof value === 'string' ? value : (template ?? '') };
  if (to === 'formula') {
    if (formula !== null) return value;
    return {
      $x:
        typeof value === 'string'
          ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
          : typeof value === 'number' || typeof value === 'boolean'
            ? String(value)
            : '',
    };
  }
  return (
    template ??
    /^'([^'\\]*)'$/.exec(formula ?? '')?.[1] ??
    (formula === 'true' || formula === 'false' ? formula === 'true' : undefined)
  );
}

const JSON_START = /^\s*[[{"]/u;
/** The value as its input takes it; undefined is left empty. */
export function inputValueOf(kind: SettingKind, value: unknown): string | number | undefined {
  if (value === undefined) return undefined;
  if (kind === 'formula') return tagOf(value, '$x') ?? '';
  if (kind === 'template') return tagOf(value, '$t') ?? '';
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
