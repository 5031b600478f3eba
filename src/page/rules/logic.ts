import { isPercent, type FieldDescribe, type Rollup } from '../../contract/index.ts';
import {
  compile,
  dependencies,
  Duration,
  parse,
  toPercent,
  type Closure,
  type CompileEnv,
} from '../../expression/index.ts';

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
  /** Gives the value of a new record's field while none is given. */
  readonly initial: Closure | null;
}
/**
 * The settings that hold expressions; a FieldDescribe fits, and so do the hints of a form's own
 * schema.
 */
export type Ruled = Pick<
  FieldDescribe,
  'requiredWhen' | 'rules' | 'formula' | 'rollup' | 'defaultFrom'
> &
  Partial<Pick<FieldDescribe, 'type' | 'resultType' | 'showAs'>>;
const isShownAsPercent = ({ type, resultType, showAs }: Ruled): boolean =>
  type !== undefined && isPercent({ type, resultType, showAs });

interface Compiled {
  run: Closure;
  reads: readonly string[];
}
/**
 * Null for a text that does not parse: the describe refused it earlier; a form must not fail on it.
 */
function compiled(source: string, names: CompileEnv, asPercent = false): Compiled | null {
  const parsed = parse(source);
  if (!parsed.ok) return null;
  return {
    run: compile(asPercent ? toPercent(parsed.ast) : parsed.ast, names),
    reads: [...new Set(dependencies(parsed.ast).map((path) => path[0]!))],
  };
}

/** A field's value is seconds where its formula gives a length of time. */
const computing = (run: Closure | undefined): Closure | null =>
  run === undefined
    ? null
    : (...given) => {
        const value = run(...given);
        return value instanceof Duration ? Math.round(value.total / 1000) : value;
      };

/**
 * A rollup over rows of the same record, as an expression: sum(lines.amount where (qty > 0)). Null
 * for records of another object.
 */
function rollupFormula({ via, fn, field, where }: Rollup): string | null {
  if (via.includes('.')) return null;
  const target = fn === 'count' || !field ? via : `${via}.${field}`;
  return `${fn}(${target}${where?.trim() ? ` where (${where})` : ''})`;
}

/** The expression a field is computed by; null for one that is filled in or rolls up records. */
export const computedSource = ({ formula, rollup }: Pick<Ruled, 'formula' | 'rollup'>) =>
  formula ?? (rollup ? rollupFormula(rollup) : null);

/**
 * The functions of a field's expressions; null when it has none. `names` knows the types of
 * what they read, so that a text that looks like a date stays a text, as in SQL, and which numbers
 * are percentages.
 */
export function fieldLogic(field: Ruled, names: CompileEnv): FieldLogic | null {
  const formula = computedSource(field);
  const first = field.defaultFrom?.formula;
  if (!field.requiredWhen && !field.rules?.length && !formula && !first) return null;
  const checks = (field.rules ?? []).flatMap(({ when, message }) => {
    const made = compiled(when, names);
    return made ? [{ ...made, message }] : [];
  });
  const valueOf = (source: string | null | undefined): Closure | null =>
    source ? computing(compiled(source, names, isShownAsPercent(field))?.run) : null;
  return {
    requiredWhen: field.requiredWhen ? (compiled(field.requiredWhen, names)?.run ?? null) : null,
    compute: valueOf(formula),
    initial: valueOf(first),
    checks,
  };
}
