import type { FieldDescribe, Rollup } from '../../contract/index.ts';
import { compile, dependencies, parse, type Closure, type Type } from '../../expression/index.ts';

/**
 * A condition of a field: broken when it is false. An unknown answer (something it reads is empty)
 * is no fault.
 */
interface Check {
  readonly run: Closure;
  readonly message: string;
  /** First names of what it reads. */
  readonly reads: readonly string[];
}
/** A field's expressions, compiled to functions. */
export interface FieldLogic {
  readonly requiredWhen: Closure | null;
  readonly checks: readonly Check[];
  /**
   * Computes the value (formula, rollup over rows of the same record); the field is read-only then.
   */
  readonly compute: Closure | null;
}
/**
 * The settings that hold expressions; a FieldDescribe fits, and so do the hints of a form's own
 * schema.
 */
export type Ruled = Pick<FieldDescribe, 'requiredWhen' | 'rules' | 'formula' | 'rollup'>;
type TypeOf = (path: readonly string[]) => Type | undefined;

interface Compiled {
  run: Closure;
  reads: readonly string[];
}
/**
 * Null for a text that does not parse: the describe refused it earlier; a form must not fail on it.
 */
function compiled(source: string, typeOf: TypeOf): Compiled | null {
  const parsed = parse(source);
  if (!parsed.ok) return null;
  return {
    run: compile(parsed.ast, { typeOf }),
    reads: [...new Set(dependencies(parsed.ast).map((path) => path[0]!))],
  };
}

/**
 * A rollup over rows of the same record, as an expression: sum(lines.amount where (qty > 0)). Null
 * for records of another object.
 */
function rollupFormula({ via, fn, field, where }: Rollup): string | null {
  if (via.includes('.')) return null;
  const target = fn === 'count' || !field ? via : `${via}.${field}`;
  return `${fn}(${target}${where?.trim() ? ` where (${where})` : ''})`;
}

/**
 * The functions of a field's expressions; null when it has none. `typeOf` gives the types of the
 * names they read, so that a text that looks like a date stays a text, as in SQL.
 */
export function fieldLogic(field: Ruled, typeOf: TypeOf): FieldLogic | null {
  const formula = field.formula ?? (field.rollup ? rollupFormula(field.rollup) : null);
  if (!field.requiredWhen && !field.rules?.length && !formula) return null;
  const checks = (field.rules ?? []).flatMap(({ when, message }) => {
    const made = compiled(when, typeOf);
    return made ? [{ ...made, message }] : [];
  });
  return {
    requiredWhen: field.requiredWhen ? (compiled(field.requiredWhen, typeOf)?.run ?? null) : null,
    compute: formula ? (compiled(formula, typeOf)?.run ?? null) : null,
    checks,
  };
}
