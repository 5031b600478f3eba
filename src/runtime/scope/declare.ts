import type { FilterNode, Labels, RecordValues, Sort, WhereAsk } from '../../contract/index.ts';
import type {
  CallSourceSpec,
  DescribeSourceSpec,
  FormSpec,
  ListSourceSpec,
  SourceSpec,
  WhereSpec,
} from '../../page/index.ts';
import { FormDraft } from '../models/draft.ts';
import type { FormRequest } from '../models/form-load.ts';
import { FormModelImpl } from '../models/form.ts';
import type { ListRequest } from '../models/list-input.ts';
import { ListModelImpl } from '../models/list.ts';
import { rememberedSize } from '../models/list-size.ts';
import { responseDependsOn } from '../models/record-changes.ts';
import { LoadedSource } from '../sources/source.ts';
import type { ScopeParts } from './types.ts';

/**
 * The models behind a page's declarations; each follows the expressions it was declared with.
 * `given` are the parameters the page's address hands in.
 */
export function makeSource(
  scope: ScopeParts,
  spec: SourceSpec,
  given: Readonly<Record<string, unknown>>,
): LoadedSource<unknown> | ListModelImpl {
  switch (spec.kind) {
    case 'call':
      return callSource(scope, spec);
    case 'list':
      return listSource(scope, spec, given);
    case 'describe':
      return describeSource(scope, spec);
  }
}

const asText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function callSource(scope: ScopeParts, spec: CallSourceSpec): LoadedSource<unknown> {
  return new LoadedSource<unknown>(
    () =>
      scope.flagOf(spec.when, null, true) ? withoutNull(scope.valueOf(spec.input, null)) : null,
    async (input, signal) => {
      const answer = await scope.requests.request(
        spec.call,
        input as Record<string, unknown>,
        signal,
      );
      keepLabels(scope, answer);
      return answer;
    },
    (objects, input, answer) => responseDependsOn(spec.call, input, answer, objects),
  );
}
/** An expression cannot say undefined: an input that is null is left out. */
function withoutNull(input: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null));
}
function keepLabels(scope: ScopeParts, answer: unknown): void {
  const labels =
    typeof answer === 'object' && answer !== null && 'labels' in answer ? answer.labels : undefined;
  if (typeof labels === 'object' && labels !== null) scope.ports.labels.add(labels as Labels);
}

function describeSource(scope: ScopeParts, spec: DescribeSourceSpec): LoadedSource<unknown> {
  return new LoadedSource<unknown>(
    () => (scope.flagOf(spec.when, null, true) ? asText(scope.valueOf(spec.describe, null)) : null),
    (object) => scope.ports.describe(object as string),
  );
}

function listSource(
  scope: ScopeParts,
  spec: ListSourceSpec,
  given: Readonly<Record<string, unknown>>,
): ListModelImpl {
  const ask = (): ListRequest => {
    const value = (model: ListSourceSpec['filter']): unknown => scope.valueOf(model, null) ?? null;
    const fields = value(spec.fields);
    return {
      object:
        scope.flagOf(spec.when, null, true) && !spec.where?.broken
          ? asText(value(spec.list))
          : null,
      ...(Array.isArray(fields) && { fields: fields as string[] }),
      filter: value(spec.filter) as FilterNode | null,
      ...(spec.where && { where: whereOf(scope, spec.where) }),
      sort: (value(spec.sort) ?? []) as Sort,
      size: spec.size ?? rememberedSize(scope.ports),
    };
  };
  const list = new ListModelImpl(
    ask,
    (call, input, signal) => scope.requests.request(call, input, signal),
    scope.ports,
    spec.size === undefined,
    () => spec.inAddress && scope.inAddress,
  );
  if (spec.inAddress) list.showQuery(given);
  return list;
}

/**
 * The condition as the server takes it: its text, and the current values of the page's names in it.
 */
const whereOf = (scope: ScopeParts, { source, reads }: WhereSpec): WhereAsk => ({
  expression: source,
  values: reads.map(({ path, type }) => ({
    name: path.join('.'),
    value: scope.read(path, null) ?? null,
    ...(type !== undefined && { type }),
  })),
});

export function makeForm(scope: ScopeParts, spec: FormSpec): FormModelImpl {
  const reads = [...new Set((spec.init?.dependencies ?? []).map((path) => path[0]!))];
  const ask = (): FormRequest => {
    const sources = reads
      .map((name) => scope.declared.get(name))
      .filter((model) => model instanceof LoadedSource);
    return {
      waiting: sources.some((source) => source.loading && source.data === null),
      failure: sources.find((source) => source.failure && source.data === null)?.failure ?? null,
      object: asText(scope.valueOf(spec.object, null)),
      id: asText(scope.valueOf(spec.id, null)),
      schema: spec.schema ?? null,
      init: initOf(scope.valueOf(spec.init, null)),
      fromAddress: spec.fromAddress,
    };
  };
  // A form that edits something, or keeps drafts, is worth asking about before leaving; a sign-in
  // or a search is not.
  return new FormModelImpl(
    spec.name,
    scope.ports,
    ask,
    spec.object !== undefined || spec.init !== undefined || spec.draft,
    spec.draft ? new FormDraft(`${scope.page.key}.${spec.name}`, scope.ports.remembered) : null,
  );
}
/** Of several first values those further on go first. */
function initOf(value: unknown): RecordValues | null {
  if (Array.isArray(value)) return Object.assign({}, ...value.map(initOf)) as RecordValues;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RecordValues)
    : null;
}
