import type { FilterNode, FormBody, FormEffect, FormRule } from '../../contract/index.ts';
import { dependencies, parse } from '../../expression/index.ts';
import { mapExpression } from '../references/index.ts';
import { formFields, mapItems } from './layout.ts';

/**
 * Changes of an object a form refers to: renamed fields, columns of its sub-tables, removed fields.
 */
export interface FieldChanges {
  readonly fields: ReadonlyMap<string, string>;
  /** By the sub-table's previous name, its columns from old to new. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly gone: ReadonlySet<string>;
}

/**
 * A form after its object's fields were renamed: items, formulas and what rules do follow. The same
 * body when none is affected.
 */
export function renameInForm(body: FormBody, { fields, columns }: FieldChanges): FormBody {
  const name = (before: string): string => fields.get(before) ?? before;
  const path = ([first = '', second, ...rest]: readonly string[]): readonly string[] => {
    const column = second === undefined ? undefined : columns.get(first)?.get(second);
    return [name(first), ...(second === undefined ? [] : [column ?? second]), ...rest];
  };
  const expression = (source: string): string => {
    // Inside a total over a sub-table a column goes by its own name.
    const own = new Map([...columns.values()].flatMap((each) => [...each]));
    return mapExpression(source, {
      map: (steps, rowOf) =>
        rowOf !== undefined && steps.length === 1 && own.has(steps[0]!) && !named(body, steps[0]!)
          ? [own.get(steps[0]!)!]
          : path(steps),
      objectOf: ([first = '']) => (columns.has(first) ? first : undefined),
    });
  };
  const effect = (each: FormEffect): FormEffect => ({ ...each, targets: each.targets.map(name) });
  return {
    ...body,
    layout: mapItems(body.layout, (item) =>
      item.kind === 'field' ? { ...item, field: name(item.field) } : item,
    ),
    rules: body.rules.map((rule) => ({
      ...rule,
      when: expression(rule.when),
      then: rule.then.map(effect),
    })),
    validations: body.validations.map((each) => ({
      ...each,
      expr: expression(each.expr),
      ...(each.field !== undefined && { field: name(each.field) }),
    })),
  };
}
const named = (body: FormBody, name: string): boolean =>
  formFields(body).some(({ field }) => field === name);

/** Rules without removed fields: what they do to them, and those that read them. */
export function rulesWithout(
  { rules, validations }: Pick<FormBody, 'rules' | 'validations'>,
  gone: ReadonlySet<string | undefined>,
): Pick<FormBody, 'rules' | 'validations'> {
  const reads = (source: string): boolean => {
    const parsed = parse(source);
    return parsed.ok && dependencies(parsed.ast).some(([first = '']) => gone.has(first));
  };
  const rule = ({ then, ...rest }: FormRule): FormRule => ({
    ...rest,
    then: then
      .map((each) => ({ ...each, targets: each.targets.filter((target) => !gone.has(target)) }))
      .filter(({ targets }) => targets.length > 0),
  });
  return {
    rules: rules
      .filter(({ when }) => !reads(when))
      .map(rule)
      .filter(({ then }) => then.length > 0),
    validations: validations
      .filter(({ expr }) => !reads(expr))
      .map(({ field, ...rest }) =>
        field === undefined || gone.has(field) ? rest : { ...rest, field },
      ),
  };
}

/**
 * A form without removed fields: their items, what rules do to them, and rules and checks that read
 * them. The rest is sound.
 */
export const withoutFields = (body: FormBody, gone: ReadonlySet<string>): FormBody => ({
  ...body,
  layout: mapItems(body.layout, (item) =>
    item.kind === 'field' && gone.has(item.field) ? undefined : item,
  ),
  ...rulesWithout(body, gone),
});

/**
 * The conditions of a form's searches after fields of the searched object were renamed; `lookups`
 * are the form's fields that search it.
 */
export function renameInSearches(
  body: FormBody,
  lookups: ReadonlySet<string>,
  fields: ReadonlyMap<string, string>,
): FormBody {
  const node = (filter: FilterNode): FilterNode =>
    'items' in filter
      ? { ...filter, items: filter.items.map(node) }
      : {
          ...filter,
          field: fields.get(filter.field) ?? filter.field,
          ...(filter.valueType === 'field' &&
            typeof filter.value === 'string' && {
              value: fields.get(filter.value) ?? filter.value,
            }),
        };
  return {
    ...body,
    layout: mapItems(body.layout, (item) =>
      item.kind === 'field' && item.filter && lookups.has(item.field)
        ? { ...item, filter: node(item.filter) }
        : item,
    ),
  };
}
