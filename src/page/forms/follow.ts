import type { FilterNode, FormBody, FormEffect, FormRule } from '../../contract/index.ts';
import { fieldMapping, mapExpression, pathsRead, type FieldNames } from '../references/index.ts';
import { mapItems } from './layout.ts';

/** Fields that were removed, of an object whose sub-tables had these columns. */
export interface GoneFields {
  readonly gone: ReadonlySet<string | undefined>;
  /** By the sub-table's previous name, its columns that were removed. */
  readonly goneColumns?: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rows: FieldNames['rows'];
}
/** Changes of an object a form refers to: renamed fields and columns, and removed ones. */
export interface FieldChanges extends FieldNames, GoneFields {}

/**
 * A form after its object's fields were renamed: items, formulas and what rules do follow. The same
 * body when none is affected.
 */
export function renameInForm(body: FormBody, names: FieldNames): FormBody {
  const name = (before: string): string => names.fields.get(before) ?? before;
  const mapping = fieldMapping(names);
  const expression = (source: string): string => mapExpression(source, mapping);
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
/** Rules without removed fields: what they do to them, and those that read them. */
export function rulesWithout(
  { rules, validations }: Pick<FormBody, 'rules' | 'validations'>,
  { gone, goneColumns, rows }: GoneFields,
): Pick<FormBody, 'rules' | 'validations'> {
  const reads = (source: string): boolean =>
    pathsRead(source, rows).some(
      ([first = '', column = '']) => gone.has(first) || goneColumns?.get(first)?.has(column),
    );
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
export const withoutFields = (body: FormBody, removed: GoneFields): FormBody => ({
  ...body,
  layout: mapItems(body.layout, (item) =>
    item.kind === 'field' && removed.gone.has(item.field) ? undefined : item,
  ),
  ...rulesWithout(body, removed),
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
