import { checkSchema, type Json, type PageDocument, type Schema } from '../../page/index.ts';
import { isRecord } from '../parts/index.ts';
import type { WidgetDefinition } from '../kit/types.ts';

/** Props of a widget as a form of ours: what a person fills in, and how it becomes props again. */
interface Shape { type?: string; description?: string; default?: unknown; enum?: readonly unknown[]; minimum?: number; maximum?: number }
type Values = Readonly<Record<string, unknown>>;
export const SETTINGS_FORM = 'props';

/** A choice that leaves a yes or no to its default. */
const LEFT = '';
const isTagged = (value: unknown): boolean => isRecord(value) && ('$x' in value || '$t' in value);
const propsOf = (definition: WidgetDefinition): [string, Shape][] => Object.entries((definition.props as { properties?: Record<string, Shape> }).properties ?? {});

type Kind = 'choice' | 'flag' | 'number' | 'text' | 'json';
/** What the prop is filled in with; a value that does not fit it (an expression in a number) is written as JSON. */
function kindOf(shape: Shape, value: unknown): Kind {
  const fits = (type: string) => value === undefined || typeof value === type;
  if (isTagged(value)) return 'json';
  if (shape.enum) return value === undefined || shape.enum.includes(value) ? 'choice' : 'json';
  if (shape.type === 'boolean') return fits('boolean') ? 'flag' : 'json';
  if (shape.type === 'number' || shape.type === 'integer') return fits('number') ? 'number' : 'json';
  if (shape.type === 'string') return fits('string') ? 'text' : 'json';
  return 'json';
}

const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** Short names of a long description: what stands before its first punctuation. */
const titleOf = (name: string, { description = name }: Shape): string => description.split(/[：；，。（]/u)[0]!;

function fieldOf(name: string, shape: Shape, kind: Kind): Json {
  const title = titleOf(name, shape);
  const head = { title: `${title}（${name}）`, ...(shape.description !== title && { description: shape.description ?? '' }) };
  const fallback = shape.default === undefined || shape.default === '' ? '' : `默认 ${said(shape.default)}`;
  switch (kind) {
    case 'choice': return { ...head, type: 'string', ui: { input: 'select', placeholder: fallback || '请选择', options: shape.enum!.map((code) => ({ code: String(code), label: String(code) })) } };
    case 'flag': return { ...head, type: 'string', ui: { input: 'select', placeholder: fallback === '默认 true' ? '默认 是' : '默认 否', options: [{ code: 'true', label: '是' }, { code: 'false', label: '否' }] } };
    case 'number': return { ...head, type: shape.type!, ...(shape.minimum !== undefined && { minimum: shape.minimum }), ...(shape.maximum !== undefined && { maximum: shape.maximum }), ui: { placeholder: fallback } };
    case 'text': return { ...head, type: 'string', ui: { placeholder: fallback } };
    default: return { ...head, type: 'string', ui: { input: 'textarea', placeholder: fallback || 'JSON' } };
  }
}

const shownAs = (kind: Kind, value: unknown): Json | undefined => {
  if (value === undefined) return undefined;
  if (kind === 'json') return JSON.stringify(value, null, 1);
  return kind === 'choice' || kind === 'flag' ? String(value) : value as Json;
};

/** A page with one form of these props, filled in as the node has them. */
export function settingsPage(definition: WidgetDefinition, props: Values): PageDocument {
  const kinds = propsOf(definition).map(([name, shape]) => ({ name, shape, kind: kindOf(shape, props[name]) }));
  const init = Object.fromEntries(kinds.flatMap(({ name, kind }) => { const value = shownAs(kind, props[name]); return value === undefined ? [] : [[name, value]]; }));
  const fields = kinds.map(({ name }) => [`f_${name}`, { type: 'field@1', bind: `${SETTINGS_FORM}.${name}` }]);
  return {
    spec: 'page/1', key: 'settings', rev: 1, title: '组件设置',
    forms: { [SETTINGS_FORM]: { schema: { type: 'object', properties: Object.fromEntries(kinds.map(({ name, shape, kind }) => [name, fieldOf(name, shape, kind)])) }, init } },
    root: 'form',
    nodes: { form: { type: 'form@1', bind: SETTINGS_FORM, props: { label: `${definition.title}的属性`, gap: 12, enter: false, guard: false, windowed: false }, slots: { body: fields.map(([id]) => id as string) } }, ...Object.fromEntries(fields) },
  };
}

export interface PropFault { name: string; text: string }
function readJson(text: string): unknown {
  try { return JSON.parse(text); } catch { throw new Error('不是完整的 JSON：文字要加双引号，括号要成对'); }
}
function valueOf(kind: Kind, { enum: choices }: Shape, given: unknown): unknown {
  if (given === undefined || given === null || given === LEFT) return undefined;
  if (kind === 'flag') return given === 'true';
  if (kind === 'choice') return choices?.find((choice) => String(choice) === given);
  return kind === 'json' ? readJson(String(given)) : given;
}

/**
 * The props that were filled in. What is wrong is left as it was in `before` and named with its reason; what is empty is left
 * to its default. `before` says how each was filled in: it must be what settingsPage was given.
 */
export function propsFrom(definition: WidgetDefinition, before: Values, values: Values): { props: Record<string, unknown>; faults: PropFault[] } {
  const faults: PropFault[] = [];
  const props: Record<string, unknown> = {};
  for (const [name, shape] of propsOf(definition)) {
    try {
      const value = valueOf(kindOf(shape, before[name]), shape, values[name]);
      if (value === undefined) continue;
      const [fault] = checkSchema(value, shape as Schema, { path: '' }, { tagged: true });
      if (fault) throw new Error(fault.why);
      props[name] = value;
    } catch (error) {
      faults.push({ name, text: (error as Error).message });
      if (name in before) props[name] = before[name];
    }
  }
  return { props, faults };
}
