import type { DescribeInput, Problem } from '../../../contract/index.ts';
import { checkSql } from './check-sql.ts';
import type { ReadObjects } from './circles.ts';
import type { DraftField } from './draft-field.ts';
import type { SchemaDraft } from './draft.ts';
import { Expressions } from './expression-checker.ts';
import { columnsOf } from './expression-types.ts';
import { checkObjectRules, rulesAsField, ruledOf, type ObjectRules } from './object-rules.ts';
import { rulesInNames } from './wording.ts';

/**
 * Checks expressions a builder wrote into fields before they are stored: names and types, circles,
 * and whether PostgreSQL can express them. Every formula and aggregate gets the type of its result
 * here.
 */

/** Resolves every expression of the new fields. Problems are added with their paths. */
export function checkExpressions(
  object: Pick<DescribeInput, 'label' | 'rules' | 'validations'> & { readonly apiName: string },
  draft: Pick<SchemaDraft, 'fields' | 'removed'>,
  others: ReadObjects,
  problems: Problem[],
): { fields: DraftField[]; reads: string[]; ruled: ObjectRules } {
  const raw = draft.fields.map(({ field }) => field);
  const ruled = rulesInNames(ruledOf(object), raw, (name) =>
    name === object.apiName ? raw : others.get(name)?.fields,
  );
  const checked = { apiName: object.apiName, label: object.label, ruled: rulesAsField(ruled) };
  const expressions = new Expressions(checked, draft, others, problems);
  const before = problems.length;
  for (const draft of expressions.drafts) {
    expressions.settled(draft);
    expressions.conditions(draft);
    expressions.choices(draft);
    expressions.defaultFormula(draft);
    columnsOf(draft.field).forEach((field, i) => {
      const place = { field, at: `${draft.at}/fields/${i}`, table: draft.field.apiName };
      expressions.conditions(place);
      expressions.choices(place);
      expressions.defaultFormula(place);
    });
  }
  checkObjectRules(ruled, {
    fields: new Map(expressions.drafts.map((each) => [each.field.apiName, each.field])),
    condition: (source, path) => expressions.condition(source, path),
    problems,
  });
  // Twice: what a later field reads through a lookup is noted at the lookup.
  expressions.drafts.forEach((draft) => expressions.result(draft));
  const settled = expressions.drafts.map((draft) => expressions.result(draft));
  if (problems.length === before) checkSql(object.apiName, settled, others, problems);
  return { fields: settled, reads: expressions.objectsRead(), ruled };
}
