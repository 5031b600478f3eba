import {
  namesRecord,
  type FieldDescribe,
  type Problem,
  type RecordValues,
  holdsRows,
} from '../../contract/index.ts';
import { readOwn, type Context, type Scope } from '../../expression/index.ts';
import { fittedDefault } from '../../values/index.ts';
import { answerOf, brokenRules, isRequired, missing } from './check.ts';
import { fieldLogic, type FieldLogic } from './logic.ts';
import { recordNames } from './types.ts';

/** What a field of the record that a lookup names holds; undefined where it is not known. */
export type ReadReferred = (object: string, id: unknown, path: readonly string[]) => unknown;

/** One field with its functions; `rows` are the columns when its value is a list of rows. */
interface RuledField {
  readonly field: FieldDescribe;
  readonly logic: FieldLogic | null;
  readonly rows: RecordRules | null;
}

/** Gives the value a field has by itself; a first value only while none was given. */
function computedBy(
  { field, logic }: RuledField,
  isGiven: boolean,
): ((scope: Scope, ctx: Context) => unknown) | undefined {
  const { compute, initial } = logic ?? {};
  if (compute) return (scope, ctx) => answerOf(compute, scope, ctx);
  return initial && !isGiven
    ? (scope, ctx) => fittedDefault(answerOf(initial, scope, ctx), field)
    : undefined;
}

/**
 * The rules of an object's records: required, valid and computed values. Created once per describe;
 * the server runs it over plain values, a form runs the same functions field by field
 * (src/runtime/models).
 */
export class RecordRules {
  readonly fields: ReadonlyMap<string, RuledField>;
  /** False when there is nothing to check: no required field, no expression. */
  readonly asks: boolean;

  constructor(fields: readonly FieldDescribe[], around: readonly FieldDescribe[] = []) {
    const live = fields.filter((field) => field.removed !== true);
    // A row's expressions read the surrounding record as well; its own names come first.
    const names = recordNames([...around, ...live]);
    this.fields = new Map(
      live.map((field) => [
        field.apiName,
        {
          field,
          logic: fieldLogic(field, names),
          rows: holdsRows(field.type)
            ? new RecordRules((field.fields ?? []) as FieldDescribe[], live)
            : null,
        },
      ]),
    );
    this.asks = [...this.fields.values()].some(
      ({ field, logic, rows }) => field.required === true || logic !== null || rows?.asks === true,
    );
  }

  /**
   * Scope of the expressions: the values, computed values in place of sent ones, and `around` for
   * any other name. `referred` reads what lookups name.
   */
  scope(values: RecordValues, ctx: Context, around?: Scope, referred?: ReadReferred): Scope {
    const working = new Set<string>();
    const get = (path: readonly string[]): unknown => {
      const [name = '', ...rest] = path;
      const own = this.fields.get(name);
      if (!own) return Object.hasOwn(values, name) ? readOwn(values, path) : around?.get(path);
      if (namesRecord(own.field.type) && rest.length > 0)
        return referred?.(own.field.refObject ?? '', readOwn(values, [name]), rest);
      const compute = computedBy(own, Object.hasOwn(values, name));
      if (!compute) return readOwn(values, path);
      // Formulas that read each other in a circle are refused in a describe; here they are unknown.
      if (working.has(name)) return null;
      working.add(name);
      try {
        return readOwn(compute(scope, ctx), rest);
      } finally {
        working.delete(name);
      }
    };
    const scope: Scope = {
      get,
      rows: (path) => {
        const own = this.fields.get(path[0]!);
        if (!own) return around?.rows?.(path);
        const value = own.rows && path.length === 1 ? readOwn(values, path) : undefined;
        return Array.isArray(value)
          ? value.map((row) => own.rows!.scope(row as RecordValues, ctx, scope, referred))
          : undefined;
      },
    };
    return scope;
  }

  /**
   * Problems of the record beyond the shape of its values: empty required fields, conditions that
   * do not hold, rows one by one. `path` is prepended to each problem's: '/records/0' gives
   * /records/0/lines/2/qty.
   */
  check(
    values: RecordValues,
    ctx: Context,
    path = '',
    around?: Scope,
    referred?: ReadReferred,
  ): Problem[] {
    if (!this.asks) return [];
    const scope = this.scope(values, ctx, around, referred);
    return [...this.fields].flatMap(([name, { field, logic, rows }]) => {
      const at = `${path}/${name}`;
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      const own = logic?.compute
        ? []
        : missing(value, isRequired(field.required === true, logic, scope, ctx), field, at);
      const inner =
        rows?.asks && Array.isArray(value)
          ? value.flatMap((row, i) =>
              rows.check(row as RecordValues, ctx, `${at}/${i}`, scope, referred),
            )
          : [];
      return [...own, ...brokenRules(logic, scope, ctx, at), ...inner];
    });
  }
}
