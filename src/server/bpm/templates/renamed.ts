import { STRATEGIES, type Candidate, type FlowTemplateSettings } from '../../../contract/index.ts';
import { ROW, STARTER, type FlowDocument, type FlowNode } from '../../../flow/index.ts';
import { fieldMapping, mapExpression, type FieldNames } from '../../../page/index.ts';

/** A template after an object or its fields were renamed. */

/** What a template has to do with the renamed object. */
export interface FlowNames {
  /** The object's name before and now. */
  readonly object: string;
  readonly to: string;
  readonly names: FieldNames;
  /** The template is for records of it. */
  readonly isOwn: boolean;
  /** Templates for records of it, which sub-processes start with values. */
  readonly started: ReadonlySet<string>;
}
type Json = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;
type Name = (name: string) => string;

const BY_FIELD: ReadonlySet<number> = new Set([
  STRATEGIES.userField,
  STRATEGIES.deptFieldLeader,
  STRATEGIES.relatedOwner,
]);
const same: Name = (name) => name;

/** The object's parts that are there, each as its function answers. */
function mappedParts(parts: Json, by: Readonly<Record<string, (part: never) => unknown>>): Json {
  const changed = Object.entries(parts).map(([key, part]) => [
    key,
    part === undefined || !Object.hasOwn(by, key) ? part : by[key]!(part as never),
  ]);
  return Object.fromEntries(changed) as Json;
}
const keyed =
  (name: Name) =>
  (record: Json): Json =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [name(key), value]));

/** An expression over the record, the starter and, in what is computed once a row, the row. */
function expressionOf({ names, isOwn }: Pick<FlowNames, 'names' | 'isOwn'>, each?: string): Name {
  if (!isOwn) return same;
  const { map, objectOf } = fieldMapping(names);
  const columns = names.columns.get(each ?? '');
  const mapped = (path: readonly string[], rowOf?: string): readonly string[] => {
    const [first, column = '', ...rest] = path;
    if (rowOf === undefined && first === STARTER) return path;
    if (rowOf !== undefined || first !== ROW || each === undefined) return map(path, rowOf);
    return [ROW, columns?.get(column) ?? column, ...rest];
  };
  return (text) => mapExpression(text, { map: mapped, objectOf });
}
export const renamedCondition = (condition: string, names: FieldNames): string =>
  expressionOf({ names, isOwn: true })(condition);
const templateOf =
  (expression: Name): Name =>
  (text) =>
    text.replaceAll(/\{\{(.*?)\}\}/gsu, (whole, hole: string) => {
      const next = expression(hole.trim());
      return next === hole.trim() ? whole : `{{${next}}}`;
    });

const candidatesOf =
  (field: Name, expression: Name) =>
  (candidates: readonly Candidate[]): Candidate[] =>
    candidates.map((candidate) => {
      const { strategy, param } = candidate;
      const name = BY_FIELD.has(strategy)
        ? field
        : strategy === STRATEGIES.expression
          ? expression
          : undefined;
      return name && param
        ? {
            ...candidate,
            param: param.map((each) => (typeof each === 'string' ? name(each) : each)),
          }
        : candidate;
    });

/** The fields of the renamed object by their new names. */
const fieldOf =
  ({ names }: FlowNames): Name =>
  (name) =>
    names.fields.get(name) ?? name;
const ownField = (at: FlowNames): Name => (at.isOwn ? fieldOf(at) : same);

/** What a trigger does. */
function triggered(does: Json, at: FlowNames): Json {
  const [own, expression] = [ownField(at), expressionOf(at)];
  const { action, objectApiName } = does;
  const isIts = action === 'create' ? objectApiName === at.object : at.isOwn;
  const people = candidatesOf(own, expression);
  const texts = templateOf(expression);
  return mappedParts(does, {
    objectApiName: (name: string) => (name === at.object ? at.to : name),
    values: (values: Texts) => keyed(isIts ? fieldOf(at) : same)(mappedTexts(values, expression)),
    to: people,
    title: texts,
    content: texts,
    fields: (fields: string[]) => fields.map(own),
    answers: (fields: string[]) => fields.map(own),
  });
}
const mappedTexts = (values: Texts, text: Name): Json =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));

function settingsOf(settings: Json, at: FlowNames): Json {
  const [own, expression] = [ownField(at), expressionOf(at)];
  const people = candidatesOf(own, expression);
  const when = (part: Json): Json => mappedParts(part, { when: expression });
  const isStarting = at.started.has(String(settings['templateId']));
  const inRow = expressionOf(at, settings['each'] as string | undefined);
  return mappedParts(settings, {
    fieldPerms: keyed(own),
    candidates: people,
    starter: people,
    timeouts: (timeouts: Json[]) => timeouts.map((each) => mappedParts(each, { to: people })),
    skipWhen: expression,
    when: expression,
    until: own,
    each: own,
    routes: (routes: Json[]) => routes.map(when),
    values: (values: Texts) => keyed(isStarting ? fieldOf(at) : same)(mappedTexts(values, inRow)),
    do: (does: Json) => triggered(does, at),
  });
}

/** The template in the names of today. */
export function renamedFlow(document: FlowDocument, at: FlowNames): FlowDocument {
  const [own, expression] = [ownField(at), expressionOf(at)];
  const nodes = Object.entries(document.nodes).map(([id, node]) => [
    id,
    mappedParts(node as unknown as Json, {
      when: expression,
      settings: (settings: Json) => settingsOf(settings, at),
    }) as unknown as FlowNode,
  ]);
  const settings = document.settings && {
    settings: mappedParts(document.settings, {
      titleTemplate: templateOf(expression),
      summaryFields: (fields: string[]) => fields.map(own),
    }) as FlowTemplateSettings,
  };
  return { ...document, ...settings, nodes: Object.fromEntries(nodes) as FlowDocument['nodes'] };
}
