import { findRule, takeCodes, type Values } from '../../system/index.ts';
import { fillTemplate, valueText, type Facts } from '../people/expressions.ts';
import type { FlowRun } from './flow-run.ts';

const MAX_TITLE = 200;

/** Names an instance as its template says: title, number, and fields in words. */
export async function describeInstance(run: FlowRun): Promise<void> {
  const { row, prepared, tx } = run;
  const facts = await run.facts();
  const { summaryFields = [], codeRule } = prepared.settings;
  row.title = titleOf(run, facts).slice(0, MAX_TITLE);
  row.summary = summaryFields.map((name) => summaryLine(facts, name));
  if (prepared.settings.dataMode === 'snapshot') row.snapshot = facts.record;
  if (codeRule === undefined || row.code !== '') return;
  const rule = await findRule(tx, codeRule, true);
  if (rule) [row.code = ''] = await takeCodes(tx, rule, [facts.record as Values], run.now);
}

function titleOf({ row, prepared }: FlowRun, facts: Facts): string {
  const { titleTemplate } = prepared.settings;
  return titleTemplate === undefined || titleTemplate === ''
    ? `${String(facts.starter['name'])}的${row.template_name}`
    : fillTemplate(titleTemplate, facts);
}

const summaryLine = (facts: Facts, name: string) => ({
  label: facts.describe.fields.find(({ apiName }) => apiName === name)?.label ?? name,
  text: valueText(facts, name, facts.record[name]).slice(0, MAX_TITLE),
});
