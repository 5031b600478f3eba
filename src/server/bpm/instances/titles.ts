import type { Labels } from '../../../contract/index.ts';
import { findRule, takeCodes, type Values } from '../../system/index.ts';
import { formatValue } from '../../../values/index.ts';
import { fieldsIn, fillTemplate, type Facts } from '../people/expressions.ts';
import { labelsOf } from './facts.ts';
import type { FlowRun } from './flow-run.ts';

const MAX_TITLE = 200;

/**
 * Names an instance as its template says: title, number, and fields in words. What is submitted is the
 * record as it is now: a copy from an earlier submission says nothing any more.
 */
export async function describeInstance(run: FlowRun): Promise<void> {
  const { row, prepared, tx, parts } = run;
  row.snapshot = null;
  run.forgetFacts();
  const facts = await run.facts();
  const { summaryFields = [], titleTemplate = '', codeRule } = prepared.settings;
  const named = [...summaryFields, ...fieldsIn(titleTemplate, facts)];
  const labels = await labelsOf(tx, parts, facts, named);
  row.title = (
    titleTemplate === ''
      ? `${String(facts.starter['name'])}的${row.template_name}`
      : fillTemplate(titleTemplate, facts, labels)
  ).slice(0, MAX_TITLE);
  row.summary = summaryFields.flatMap((name) => summaryLine(facts, name, labels));
  if (prepared.settings.dataMode === 'snapshot') row.snapshot = facts.record;
  if (codeRule === undefined || row.code !== '') return;
  const rule = await findRule(tx, codeRule, true);
  if (rule) [row.code = ''] = await takeCodes(tx, rule, [facts.record as Values], run.now);
}

/** A field that is gone, or has no value, has no line. */
function summaryLine({ describe, record }: Facts, name: string, labels: Labels) {
  const field = describe.fields.find(({ apiName }) => apiName === name);
  const text = field ? formatValue(field, record[name], labels).slice(0, MAX_TITLE) : '';
  return field && text !== '' ? [{ label: field.label, text }] : [];
}
