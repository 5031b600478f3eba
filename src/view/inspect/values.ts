import {
  explain,
  parse,
  print,
  type Ast,
  type Context,
  type ExplainedPart,
  type Scope,
} from '../../expression/index.ts';
import { TIME_ZONE } from '../../contract/index.ts';
import type { ValueModel } from '../../page/index.ts';
import type { Locals, PageScope } from '../../runtime/scope/index.ts';

/** A value of a node with where it came from. */
export interface TracedValue {
  name: string;
  value: unknown;
  /** How it was written; undefined for a literal and a default. */
  source?: string;
  parts: readonly ExplainedPart[];
}

/** Longest text of a value on the panel: more is in the JSON. */
const MAX_TEXT = 120;
/** A value in one line: what a person recognises it by. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined) return '空';
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? `“${value.slice(0, MAX_TEXT)}…”` : `“${value}”`;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `列表，${value.length} 项`;
  const text = plainText(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
function plainText(value: object): string {
  if ('kind' in value && Object.getPrototypeOf(value) !== Object.prototype)
    return `模型 ${String(value.kind)}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '不能写成文本的值';
  }
}

/**
 * Positions within a hole's parts are relative to the hole, whose source text is not stored: it is
 * printed again from its syntax tree.
 */
function hole(part: Ast, reader: Scope, ctx: Context): ExplainedPart {
  const text = print(part);
  const parsed = parse(text);
  return explain(text, parsed.ok ? parsed.ast : part, reader, ctx);
}

/** The formulas of a value, each with the values of its parts. A composite value has several. */
export function explainedParts(
  model: ValueModel,
  scope: PageScope,
  locals: Locals | null,
): ExplainedPart[] {
  const ctx = { now: scope.ports.now(), timeZone: TIME_ZONE };
  const reader = scope.readerFor(locals);
  switch (model.kind) {
    case 'expression':
      return [explain(model.source, model.ast, reader, ctx)];
    case 'template':
      return model.parts.flatMap((part) =>
        typeof part === 'string' ? [] : [hole(part, reader, ctx)],
      );
    case 'object':
      return model.entries.flatMap(([, item]) => explainedParts(item, scope, locals));
    case 'array':
      return model.items.flatMap((item) => explainedParts(item, scope, locals));
    default:
      return [];
  }
}
export const sourceOf = (model: ValueModel): string | undefined =>
  'source' in model ? model.source : model.kind === 'literal' ? undefined : '内含公式';
