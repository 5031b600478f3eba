import {
  isExpression,
  isObject,
  isTemplate,
  isText,
  own,
  put,
  type JsonObject,
} from '../../document/index.ts';
import {
  parse,
  parseTemplate,
  print,
  type Ast,
  type TemplatePart,
} from '../../expression/index.ts';

/** Stands for a hole of a text in what a mapping sees of it. */
export const HOLE = '\uFFFC';
/** Maps a text; where it has holes they stay, each as HOLE. */
export type MapText = (text: string) => string;

/**
 * A value with the texts it is, or gives, mapped: a literal; texts in a list; those in objects under the
 * keys `within`; a formula's results as far as they are written out (if, coalesce, lists, texts joined);
 * a text with holes as a whole.
 */
export function mapTexts(value: unknown, map: MapText, within: readonly string[] = []): unknown {
  if (isText(value)) return map(value);
  if (isExpression(value)) return { $x: mapFormula(value.$x, map) };
  if (isTemplate(value)) return { $t: mapHoled(value.$t, map) };
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map, within));
  if (!isObject(value)) return value;
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value))
    put(out, key, within.includes(key) ? mapTexts(item, map, within) : item);
  return out;
}
/** All texts a value is or may give, as far as they are written out. */
export function textsAt(value: unknown, within: readonly string[] = []): string[] {
  const found: string[] = [];
  mapTexts(
    value,
    (text) => {
      found.push(text);
      return text;
    },
    within,
  );
  return found;
}
/** The path a formula is, when it is nothing else. */
export function pathOf(value: unknown): readonly string[] | undefined {
  const parsed = isExpression(value) ? parse(value.$x) : undefined;
  return parsed?.ok && parsed.ast.kind === 'path' ? parsed.ast.path : undefined;
}
/** Paths a formula may give: itself, or branches of if and coalesce. */
export function resultPaths(value: unknown): (readonly string[])[] {
  const parsed = isExpression(value) ? parse(value.$x) : undefined;
  const paths = (ast: Ast): (readonly string[])[] =>
    ast.kind === 'path' ? [ast.path] : resultsOf(ast).flatMap((i) => paths(partsOf(ast)[i]!));
  return parsed?.ok ? paths(parsed.ast) : [];
}

function mapFormula(source: string, map: MapText): string {
  const parsed = parse(source);
  if (!parsed.ok) return source;
  const next = mapResult(parsed.ast, map);
  return next === parsed.ast ? source : print(next);
}
function mapHoled(source: string, map: MapText): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return source;
  const next = mapParts(parsed.parts, map);
  return next === parsed.parts ? source : next.map(writePart).join('');
}
const writePart = (part: TemplatePart): string =>
  isText(part) ? part.replaceAll('{', '{{').replaceAll('}', '}}') : `{${print(part)}}`;

const isChoice = (ast: Ast): ast is Extract<Ast, { kind: 'binary' }> =>
  ast.kind === 'binary' && ast.op === '??';
function partsOf(ast: Ast): readonly Ast[] {
  if (isChoice(ast)) return [ast.left, ast.right];
  return ast.kind === 'call' ? ast.args : ast.kind === 'list' ? ast.items : [];
}
function withParts(ast: Ast, parts: readonly Ast[]): Ast {
  if (isChoice(ast)) return { ...ast, left: parts[0]!, right: parts[1]! };
  return ast.kind === 'call'
    ? { ...ast, args: [...parts] }
    : ({ ...ast, items: [...parts] } as Ast);
}
/**
 * Which parts of a formula are its result: if(condition, yes, ..., no), switch(value, case, result, ...,
 * else), coalesce(a, b), a ?? b, [a, b].
 */
function resultsOf(ast: Ast): number[] {
  const indexes = [...partsOf(ast).keys()];
  const last = indexes.length - 1;
  if (ast.kind !== 'call' || ast.fn === 'coalesce') return indexes;
  if (ast.fn === 'if') return indexes.filter((i) => i % 2 === 1 || i === last);
  return ast.fn === 'switch'
    ? indexes.filter((i) => i >= 2 && (i % 2 === 0 || (i === last && last % 2 === 1)))
    : [];
}

/** The same tree when no text of its result changes. */
export function mapResult(ast: Ast, map: MapText): Ast {
  if (ast.kind === 'text') {
    const value = map(ast.value);
    return value === ast.value ? ast : { ...ast, value };
  }
  if (ast.kind === 'binary' && ast.op === '&') return mapJoined(ast, map);
  const parts = partsOf(ast);
  const results = new Set(resultsOf(ast));
  const next = parts.map((part, i) => (results.has(i) ? mapResult(part, map) : part));
  if (next.every((part, i) => part === parts[i])) return ast;
  return withParts(ast, next);
}
/** What & joins, from left to right. */
const joinedLeaves = (ast: Ast): Ast[] =>
  ast.kind === 'binary' && ast.op === '&'
    ? [...joinedLeaves(ast.left), ...joinedLeaves(ast.right)]
    : [ast];
/** Texts joined by & are one text whose other parts are holes. */
function mapJoined(ast: Ast, map: MapText): Ast {
  const parts = joinedLeaves(ast).map((leaf) => (leaf.kind === 'text' ? leaf.value : leaf));
  const next = mapParts(parts, map);
  if (next === parts) return ast;
  let i = 0;
  const rebuild = (part: Ast): Ast => {
    if (part.kind === 'binary' && part.op === '&')
      return { ...part, left: rebuild(part.left), right: rebuild(part.right) };
    const now = next[i++]!;
    return isText(now) ? ({ ...part, value: now } as Ast) : now;
  };
  return rebuild(ast);
}

/** Literal parts mapped as one text; a hole at the start may begin the text itself. */
function mapParts(parts: TemplatePart[], map: MapText): TemplatePart[] {
  const [first] = parts;
  const head = first !== undefined && !isText(first) ? mapResult(first, map) : first;
  const text = parts.map((part) => (isText(part) ? part : HOLE)).join('');
  const mapped = map(text);
  if (mapped === text && head === first) return parts;
  const rest = mapped.split(HOLE);
  let at = 0;
  const taken = new Set<number>();
  return parts.map((part, i) => {
    if (!isText(part)) {
      at += 1;
      return i === 0 ? head! : part;
    }
    const now = taken.has(at) ? '' : (rest[at] ?? '');
    taken.add(at);
    return now;
  });
}

/** Keys of an object, mapped; in a list, of each. */
export function mapKeys(value: unknown, map: MapText): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, map));
  if (!isObject(value) || isExpression(value) || isTemplate(value)) return value;
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value)) put(out, map(key), item);
  return out;
}
/** Names of fields in a condition tree: in `field`, and in `value` where it is one. */
export function mapFilter(value: unknown, map: MapText): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFilter(item, map));
  if (!isObject(value) || isExpression(value) || isTemplate(value)) return value;
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const named = key === 'field' || (key === 'value' && own(value, 'valueType') === 'field');
    put(out, key, named ? mapTexts(item, map) : key === 'items' ? mapFilter(item, map) : item);
  }
  return out;
}
