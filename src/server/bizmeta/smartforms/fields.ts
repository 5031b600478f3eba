import {
  isComputed,
  FIELDS,
  type FieldDescribe,
  type FieldType,
  type Fill,
  type FormBody,
  type FormField,
  type ObjectDescribe,
} from '../../../contract/index.ts';
import { dependencies, parse } from '../../../expression/index.ts';
import { formFields } from '../../../page/index.ts';

export { formFields as itemsOf };

/** Types that expose the company's people and roles: for members only. */
export const isPeople = (type: FieldType): boolean => FIELDS[type].family === 'member';
export const isLookup = (type: FieldType): boolean => FIELDS[type].family === 'record';
export const isFile = (type: FieldType): boolean => FIELDS[type].family === 'files';

/** A field as the form shows it: the item's settings override the object's. */
const laid = (
  field: FieldDescribe,
  { label, help, placeholder, required, default: value }: FormField,
): FieldDescribe => ({
  ...field,
  ...(label?.trim() && { label }),
  ...(help !== undefined && { help }),
  ...(placeholder !== undefined && { placeholder }),
  required: field.required === true || required === true,
  ...(value !== undefined && { defaultValue: value }),
});

export interface Placed {
  readonly item: FormField;
  readonly field: FieldDescribe;
}
/** The form's existing fields, with their settings. */
export function placedFields(body: Pick<FormBody, 'layout'>, describe: ObjectDescribe): Placed[] {
  const byName = new Map(
    describe.fields
      .filter((field) => field.removed !== true && !isComputed(field.type))
      .map((field) => [field.apiName, field]),
  );
  return formFields(body).flatMap((item) => {
    const field = byName.get(item.field);
    return field ? [{ item, field: laid(field, item) }] : [];
  });
}

const readsOnly = (source: string, names: ReadonlySet<string>): boolean => {
  const parsed = parse(source);
  return parsed.ok && dependencies(parsed.ast).every(([name = '']) => names.has(name));
};
/**
 * What visitors need of what a lookup fills: which of the fields on the form it alone may fill. The
 * server does it; what the values come from is not theirs to know.
 */
const shownFills = (fills: readonly Fill[], names: ReadonlySet<string>): Fill[] =>
  fills.flatMap(({ to, locked }) => (locked && names.has(to) ? [{ from: '', to, locked }] : []));
/** Columns as sent to visitors: without formulas that read what is not on the form. */
function shownColumns(columns: readonly FieldDescribe[], around: ReadonlySet<string>) {
  const own = new Set(columns.map(({ apiName }) => apiName));
  const names = new Set([...around, ...own]);
  return columns
    .filter(({ formula }) => formula === undefined || readsOnly(formula, names))
    .map(({ fills, reads: _, candidates: _all, shows: _shows, defaultFrom: _from, ...rest }) => {
      const kept = shownFills(fills ?? [], own);
      return { ...rest, ...(kept.length > 0 && { fills: kept }) };
    });
}

/**
 * A field as sent to visitors: conditions that read values outside of the form stay on the server,
 * which checks them all.
 */
function shown({ field, item: { search } }: Placed, names: ReadonlySet<string>): FieldDescribe {
  const {
    rules,
    requiredWhen,
    unique: _,
    defaultFrom: _from,
    refObject,
    fills,
    reads: _reads,
    candidates: _candidates,
    shows: _shows,
    fields,
    ...rest
  } = field;
  const filled = shownFills(fills ?? [], names);
  const kept = rules?.filter(({ when }) => readsOnly(when, names));
  // A lookup that is searched through the form sends its search to the form, under the field's
  // own name.
  const asked = search ? field.apiName : refObject;
  return {
    ...rest,
    ...(asked !== undefined && { refObject: asked }),
    ...(filled.length > 0 && { fills: filled }),
    ...(fields && { fields: shownColumns(fields as FieldDescribe[], names) }),
    ...(kept?.length && { rules: kept }),
    ...(requiredWhen && readsOnly(requiredWhen, names) && { requiredWhen }),
  };
}

/** The describe returned for a link: the form's visible fields and nothing else of the object. */
export function shownDescribe(
  name: string,
  body: FormBody,
  describe: ObjectDescribe,
  version: number,
): ObjectDescribe {
  const placed = shownFields(body, describe);
  const names = new Set(placed.map(({ field }) => field.apiName));
  const fields = placed.map((each, order) => ({ ...shown(each, names), order }));
  return {
    id: 'form',
    apiName: 'form',
    label: name,
    titleField: 'id',
    appId: null,
    version,
    fields,
    validator: '',
  };
}

/**
 * A body whose rules are followed by those of its object, as far as they are about these fields: a
 * visitor sees them at work; the object checks all of them when the record is written.
 */
export function withObjectRules<B extends Pick<FormBody, 'rules' | 'validations'>>(
  body: B,
  { rules = [], validations = [] }: ObjectDescribe,
  placed: readonly Placed[],
): B {
  const names = new Set(placed.map(({ field }) => field.apiName));
  const readable = new Set([...names, 'user']);
  const own = rules
    .filter(({ when }) => readsOnly(when, readable))
    .map((rule) => ({
      ...rule,
      then: rule.then
        .map((effect) => ({
          ...effect,
          targets: effect.targets.filter((target) => names.has(target)),
        }))
        .filter(({ targets }) => targets.length > 0),
    }));
  return {
    ...body,
    rules: [...body.rules, ...own.filter(({ then }) => then.length > 0)],
    validations: [
      ...body.validations,
      ...validations.filter(({ expr }) => readsOnly(expr, readable)),
    ],
  };
}
/** Fields a visitor sees. */
export const shownFields = (body: Pick<FormBody, 'layout'>, describe: ObjectDescribe): Placed[] =>
  placedFields(body, describe).filter(({ item }) => item.hidden !== true);

/** Rules in force, without what they do to fields that are not shown. */
function shownRules(
  { rules, validations }: Pick<FormBody, 'rules' | 'validations'>,
  hidden: ReadonlySet<string>,
): Pick<FormBody, 'rules' | 'validations'> {
  return {
    rules: rules
      .filter(({ off }) => off !== true)
      .map(({ when, then }) => ({
        when,
        then: then
          .map((effect) => ({
            ...effect,
            targets: effect.targets.filter((target) => !hidden.has(target)),
          }))
          .filter((effect) => effect.targets.length > 0),
      }))
      .filter(({ then }) => then.length > 0),
    validations: validations
      .filter(({ off }) => off !== true)
      .map(({ expr, message, field }) => ({
        expr,
        message,
        ...(field !== undefined && !hidden.has(field) && { field }),
      })),
  };
}

/** A body without what only the server needs: hidden fields, their defaults, filters of lookups. */
export function shownBody({
  terminal,
  layout,
  rules,
  validations,
}: FormBody): Pick<FormBody, 'terminal' | 'layout' | 'rules' | 'validations'> {
  const hidden = new Set(
    formFields({ layout })
      .filter((item) => item.hidden)
      .map((item) => item.field),
  );
  const pages = layout.pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items
        .filter((item) => item.kind !== 'field' || item.hidden !== true)
        .map((item) => {
          if (item.kind !== 'field') return item;
          const { filter: _, ...rest } = item;
          return rest;
        }),
    })),
  }));
  return {
    terminal,
    layout: { ...layout, pages },
    ...shownRules({ rules, validations }, hidden),
  };
}
