import {
  compile,
  compileTemplate,
  dependencies,
  parse,
  parseTemplate,
  templateDependencies,
  type Context,
  type Scope,
} from '../../expression/index.ts';
import {
  freeze,
  isExpression,
  isObject,
  isTemplate,
  put,
  at,
  type Json,
  type ProblemPath,
} from '../../document/index.ts';
import { MAX_EXPRESSION_LENGTH } from '../model/limits.ts';
import type { Path, ValueModel } from '../model/model.ts';

/** Receives every tagged value that does not parse. */
export type FaultHandler = (place: ProblemPath, why: string) => void;

const NONE: readonly Path[] = Object.freeze([]);
export const literal = (value: Json): ValueModel => ({
  kind: 'literal',
  value: freeze(value),
  dependencies: NONE,
});

/**
 * Cache of compiled formulas, by text: pages repeat themselves. Emptied when it has grown large.
 */
type Formula = { ok: true; model: ValueModel } | { ok: false; why: string };
const MAX_CACHED = 5_000;
const expressions = new Map<string, Formula>();
const templates = new Map<string, Formula>();
function fromCache(
  cache: Map<string, Formula>,
  text: string,
  make: (text: string) => Formula,
): Formula {
  let formula = cache.get(text);
  if (!formula) {
    if (cache.size >= MAX_CACHED) cache.clear();
    formula =
      text.length > MAX_EXPRESSION_LENGTH
        ? { ok: false, why: `公式有 ${text.length} 个字符，最多 ${MAX_EXPRESSION_LENGTH} 个` }
        : make(text);
    cache.set(
      text.length > MAX_EXPRESSION_LENGTH ? text.slice(0, MAX_EXPRESSION_LENGTH + 1) : text,
      formula,
    );
  }
  return formula;
}

function makeExpression(source: string): Formula {
  const parsed = parse(source);
  if (!parsed.ok) return { ok: false, why: faultText(source, parsed.errors[0]) };
  return {
    ok: true,
    model: {
      kind: 'expression',
      source,
      ast: parsed.ast,
      run: compile(parsed.ast),
      dependencies: dependencies(parsed.ast),
    },
  };
}
function makeTemplate(source: string): Formula {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return { ok: false, why: faultText(source, parsed.errors[0]) };
  const { parts } = parsed;
  if (parts.every((part) => typeof part === 'string'))
    return { ok: true, model: literal(parts.join('')) };
  return {
    ok: true,
    model: {
      kind: 'template',
      source,
      parts,
      run: compileTemplate(parts),
      dependencies: templateDependencies(parts),
    },
  };
}
/** A parse error in a sentence that shows the place: 第 5 个字符处，... */
export function faultText(
  source: string,
  error: { message: string; start: number } | undefined,
): string {
  if (!error) return `“${source}”无法识别`;
  return `“${source.length > 60 ? `${source.slice(0, 58)}…` : source}”第 ${error.start + 1} 个字符处，${error.message}`;
}

/**
 * Compiles a value of the document. A tag with a broken formula becomes `broken` and is reported.
 */
export function compileValue(
  value: unknown,
  place: ProblemPath,
  onFault: FaultHandler,
): ValueModel {
  if (isExpression(value))
    return fromFormula(fromCache(expressions, value.$x, makeExpression), value.$x, place, onFault);
  if (isTemplate(value))
    return fromFormula(fromCache(templates, value.$t, makeTemplate), value.$t, place, onFault);
  if (Array.isArray(value)) return compileArray(value, place, onFault);
  return isObject(value) ? compileObject(value, place, onFault) : literal((value ?? null) as Json);
}
function fromFormula(
  formula: Formula,
  source: string,
  place: ProblemPath,
  onFault: FaultHandler,
): ValueModel {
  if (formula.ok) return formula.model;
  onFault(place, formula.why);
  return { kind: 'broken', source, dependencies: NONE };
}

function compileArray(
  value: readonly unknown[],
  place: ProblemPath,
  onFault: FaultHandler,
): ValueModel {
  const items = value.map((item, i) => compileValue(item, at(place, i), onFault));
  return isLiteral(items)
    ? literal(value as Json)
    : { kind: 'array', items, dependencies: merged(items) };
}
function compileObject(
  value: Record<string, unknown>,
  place: ProblemPath,
  onFault: FaultHandler,
): ValueModel {
  const entries = Object.entries(value).map(
    ([key, item]) => [key, compileValue(item, at(place, key), onFault)] as const,
  );
  const models = entries.map(([, model]) => model);
  return isLiteral(models)
    ? literal(value as Json)
    : { kind: 'object', entries, dependencies: merged(models) };
}
const isLiteral = (models: readonly ValueModel[]): boolean =>
  models.every((model) => model.kind === 'literal');

/** Each path once. */
export function merged(
  models: Iterable<{ readonly dependencies: readonly Path[] } | undefined>,
): readonly Path[] {
  const paths = new Map<string, Path>();
  for (const model of models)
    for (const path of model?.dependencies ?? []) paths.set(path.join('\u0000'), path);
  return paths.size === 0 ? NONE : [...paths.values()];
}

/** The value now. A literal is the same frozen object each time; reading it costs nothing. */
export function evaluate(model: ValueModel, scope: Scope, ctx: Context): unknown {
  switch (model.kind) {
    case 'literal':
      return model.value;
    case 'expression':
    case 'template':
      return model.run(scope, ctx);
    case 'array':
      return model.items.map((item) => evaluate(item, scope, ctx));
    case 'object': {
      const out: Record<string, unknown> = {};
      for (const [key, item] of model.entries) put(out, key, evaluate(item, scope, ctx));
      return out;
    }
    case 'broken':
      return null;
  }
}
