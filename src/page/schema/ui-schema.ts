import { FIELDS, FIELD_TYPES } from '../../contract/index.ts';
import {
  at,
  hint,
  isObject,
  type JsonObject,
  type ProblemPath,
  checkSchema,
  type Schema,
} from '../../document/index.ts';
import type { SchemaRefusal } from './form-inputs.ts';

/** Inputs a uiSchema may ask for: those that need nothing but the value. */
const WIDGETS: readonly string[] = [
  ...new Set(FIELD_TYPES.filter((type) => FIELDS[type].bare).map((type) => FIELDS[type].input)),
  'password',
  'uri',
  'updown',
  'range',
  'checkbox',
  'checkboxes',
  'radio',
  'select',
  'date-time',
  'color',
  'file',
  'hidden',
];
const TEXT: Schema = { type: 'string', maxLength: 2_000 };
const FLAG: Schema = { type: 'boolean' };
const TEXTS: Schema = { type: 'array', items: TEXT };
/**
 * Everything a uiSchema may say of a field. No classes, styles, Markdown or attributes: a page's writer
 * may be trusted less than its reader.
 */
const OPTIONS: Readonly<Record<string, Schema>> = {
  widget: { type: 'string', enum: [...WIDGETS] },
  title: TEXT,
  description: TEXT,
  help: TEXT,
  placeholder: TEXT,
  label: FLAG,
  order: TEXTS,
  readonly: FLAG,
  disabled: FLAG,
  autofocus: FLAG,
  hideError: FLAG,
  inline: FLAG,
  rows: { type: 'integer', minimum: 1, maximum: 50 },
  enumNames: TEXTS,
  enumDisabled: { type: 'array' },
  emptyValue: {},
  accept: TEXT,
  addable: FLAG,
  orderable: FLAG,
  removable: FLAG,
  copyable: FLAG,
};
const NAMES = Object.keys(OPTIONS).map((name) => `ui:${name}`);
const MAX_DEPTH = 40;

/** What a uiSchema says that is not honoured, with its place. Never throws, for any value. */
export function uiSchemaRefusals(uiSchema: unknown, place: ProblemPath): SchemaRefusal[] {
  if (uiSchema === undefined || uiSchema === null) return [];
  const refusals: SchemaRefusal[] = [];
  collect(uiSchema, place, refusals, 0);
  return refusals;
}

function collect(
  uiSchema: unknown,
  place: ProblemPath,
  refusals: SchemaRefusal[],
  depth: number,
): void {
  if (!isObject(uiSchema) || depth > MAX_DEPTH) {
    refusals.push({ place, why: '应为 uiSchema 对象' });
    return;
  }
  for (const [key, value] of Object.entries(uiSchema)) {
    const where = at(place, key);
    if (key === 'ui:options') options(value, where, refusals);
    else if (key.startsWith('ui:')) option(key.slice(3), value, where, refusals);
    else if (Array.isArray(value))
      value.forEach((each, i) => collect(each, at(where, i), refusals, depth + 1));
    else collect(value, where, refusals, depth + 1);
  }
}
function options(value: unknown, place: ProblemPath, refusals: SchemaRefusal[]): void {
  if (!isObject(value)) refusals.push({ place, why: 'ui:options 应为对象' });
  else
    for (const [name, each] of Object.entries(value as JsonObject))
      option(name, each, at(place, name), refusals);
}
function option(name: string, value: unknown, place: ProblemPath, refusals: SchemaRefusal[]): void {
  if (!Object.hasOwn(OPTIONS, name)) {
    const key = `ui:${name.slice(0, 60)}`;
    refusals.push({ place, why: `不支持“${key}”${hint(key, NAMES)}` });
    return;
  }
  const [fault] = checkSchema(value, OPTIONS[name]!, place);
  if (fault) refusals.push({ place, why: `“ui:${name}”写得不对：${fault.why}` });
}
