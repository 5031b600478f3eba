import { check, typeName, type Ast, type Type } from '../../expression/index.ts';
import {
  isObject,
  own,
  MAX_VALUE_DEPTH,
  at,
  type JsonObject,
  type ProblemPath,
  type Problems,
  looksTagged,
  type Schema,
} from '../../document/index.ts';
import { schemaType } from '../compile/scope-types.ts';
import { compileValue, faultText } from '../compile/value.ts';
import type { ScopeTypes } from './scope.ts';

/** What a list or an object holds, each with its place in it. */
function partsOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

/** Type checks of the formulas inside values. */
export class ValueChecks {
  constructor(private readonly problems: Problems) {}

  /**
   * Checks every tagged value in here, at any depth; returns the type of the whole when it is one
   * formula. `wanted` gives the required types by place.
   */
  all(
    value: unknown,
    scope: ScopeTypes,
    place: ProblemPath,
    wanted?: ReadonlyMap<string, Schema>,
    depth = 0,
  ): Type | undefined {
    if (looksTagged(value)) {
      const type = this.tagged(value, scope, place);
      const schema = wanted?.get(place.path);
      if (schema) this.expect(type, schema, place);
      return type;
    }
    if (depth > MAX_VALUE_DEPTH) {
      this.problems.invalid(place, `值的嵌套超过 ${MAX_VALUE_DEPTH} 层`);
      return undefined;
    }
    for (const [key, item] of partsOf(value))
      this.all(item, scope, at(place, key), wanted, depth + 1);
    return undefined;
  }

  /** A flag: true, false, or a formula that says yes or no. */
  flag(value: unknown, scope: ScopeTypes, place: ProblemPath): void {
    const type = this.all(value, scope, place);
    if (type !== undefined && type !== 'boolean' && type !== 'any' && type !== 'null')
      this.problems.expression(place, '条件的结果应为是或否');
  }

  /** Warns when a formula's result can hardly be what the schema asks for. */
  private expect(type: Type | undefined, schema: Schema, place: ProblemPath): void {
    const wanted = schemaType(schema);
    if (
      type === undefined ||
      type === 'any' ||
      type === 'null' ||
      wanted === 'any' ||
      shape(type) === shape(wanted)
    )
      return;
    // Numbers and dates are shown as text gladly; a record or a list is not.
    if (wanted === 'text' && typeof type === 'string') return;
    this.problems.expression(
      place,
      `公式的结果是${typeName(type)}，这里需要${typeName(wanted)}`,
      'warning',
    );
  }

  /** Whether it is a text beside its tag and nothing else; what is wrong is reported. */
  private isWellTagged(value: JsonObject, place: ProblemPath): boolean {
    const tag = Object.hasOwn(value, '$x') ? '$x' : '$t';
    if (typeof own(value, tag) !== 'string') {
      this.problems.invalid(at(place, tag), `${tag} 的内容应为文本`);
      return false;
    }
    if (Object.keys(value).length > 1) {
      this.problems.invalid(place, `带 ${tag} 的对象不能有别的属性`);
      return false;
    }
    return true;
  }

  private tagged(value: JsonObject, scope: ScopeTypes, place: ProblemPath): Type | undefined {
    if (!this.isWellTagged(value, place)) return undefined;
    const model = compileValue(value, place, (where, why) => this.problems.expression(where, why));
    switch (model.kind) {
      case 'expression':
        return this.ast(model.ast, model.source, scope, place);
      case 'template':
        model.parts.forEach((part) => {
          if (typeof part !== 'string') this.ast(part, model.source, scope, place);
        });
        return 'text';
      case 'literal':
        return 'text';
      default:
        return undefined;
    }
  }

  private ast(ast: Ast, source: string, scope: ScopeTypes, place: ProblemPath): Type {
    const { type, errors } = check(ast, scope);
    for (const error of errors) this.problems.expression(place, faultText(source, error));
    return type;
  }
}

/** Types that are written alike in a document are one. */
function shape(type: Type): 'list' | 'record' | 'number' | 'boolean' | 'duration' | 'text' {
  if (typeof type === 'object') return 'list' in type ? 'list' : 'record';
  return type === 'number' || type === 'boolean' || type === 'duration' ? type : 'text';
}
