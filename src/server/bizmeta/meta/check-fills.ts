import {
  FIELDS,
  filterOps,
  problem,
  SYSTEM_FIELDS,
  type FieldDescribe,
  type FieldType,
  type FilterOperator,
  type Problem,
  type ResultType,
} from '../../../contract/index.ts';
import { fillRefusal, filterLeaves } from '../../../values/index.ts';

/** What a lookup fills in is among the fields beside it, and they can hold the values. */
export function checkFills(
  { field, at }: { readonly field: FieldDescribe; readonly at: string },
  beside: readonly FieldDescribe[],
  sourceOf: (name: string) => FieldDescribe | undefined,
  problems: Problem[],
): void {
  const filled = new Set<string>();
  for (const [i, { from, to }] of (field.fills ?? []).entries()) {
    const target = beside.find(({ apiName }) => apiName === to);
    const why = filled.has(to)
      ? `“${target?.label ?? to}”填了两次`
      : refusalOf(sourceOf(from), target);
    filled.add(to);
    if (why !== undefined)
      problems.push(problem(`${at}/fills/${i}`, 'FIELD_SETTING', { label: field.label, why }));
  }
}

function refusalOf(
  source: FieldDescribe | undefined,
  target: FieldDescribe | undefined,
): string | undefined {
  if (!source) return '要带出的字段已不存在';
  if (!target) return `没有可以填入“${source.label}”的字段`;
  const refusal = fillRefusal(source, target);
  return refusal && `“${source.label}”不能填入“${target.label}”：${refusal}`;
}

const conditionRefusal = (
  name: string,
  op: FilterOperator,
  source: Named | undefined,
): string | undefined => {
  if (!source) return `可选范围用到的字段“${name.slice(0, 60)}”已不存在`;
  return filterOps(source).includes(op) ? undefined : `可选范围的条件不适合“${name}”的类型`;
};
function shownRefusal(source: Named | undefined): string | undefined {
  if (!source) return '要显示的字段已不存在';
  const { noCell, computed } = FIELDS[source.type];
  return noCell === 'any' && computed !== true ? '这种字段放不进选择列表' : undefined;
}
type Named = { readonly type: FieldType; readonly resultType?: ResultType | undefined };
/**
 * The records a lookup offers: what decides about them, and what is shown of them, are fields of
 * theirs. Answers the names of those fields.
 */
export function checkCandidates(
  { field, at }: { readonly field: FieldDescribe; readonly at: string },
  sourceOf: (name: string) => FieldDescribe | undefined,
  problems: Problem[],
): string[] {
  const named = (name: string): Named | undefined =>
    sourceOf(name) ?? SYSTEM_FIELDS.find(({ apiName }) => apiName === name);
  const refuse = (path: string, why: string) =>
    void problems.push(problem(`${at}${path}`, 'FIELD_SETTING', { label: field.label, why }));
  const leaves = filterLeaves(field.candidates ?? null);
  for (const { field: name, op } of leaves) {
    const why = conditionRefusal(name, op, named(name));
    if (why !== undefined) refuse('/candidates', why);
  }
  for (const [i, { field: name }] of (field.shows ?? []).entries()) {
    const why = shownRefusal(named(name));
    if (why !== undefined) refuse(`/shows/${i}`, why);
  }
  return [
    ...leaves.map(({ field: name }) => name),
    ...(field.shows ?? []).map((each) => each.field),
  ];
}
