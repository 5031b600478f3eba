import {
  ROOT_PATH,
  at,
  isObject,
  own,
  type JsonObject,
  type ProblemPath,
  Check,
  type CheckOptions,
  type Fault,
  FORMATS,
  type Format,
  type Schema,
} from '../../document/index.ts';
import { definitionAt } from './pointer.ts';

/** A schema of JSON Schema draft 7. */
interface Draft7Schema extends Omit<Schema, 'items' | 'additionalProperties'> {
  items?: Any | Any[];
  additionalItems?: Any;
  additionalProperties?: Any;
  contains?: Any;
  propertyNames?: Any;
  not?: Any;
  if?: Any;
  then?: Any;
  else?: Any;
  dependencies?: Record<string, Any | string[]>;
}
type Any = Draft7Schema | boolean;
/** The limit of a fault of `dependencies`. */
export interface Dependency {
  readonly property: string;
  readonly missingProperty: string;
  readonly deps: string;
}

const DATA_URL = /^data:[a-z]+\/[\w.+-]+;(name=[^;,]*;)?base64,[A-Za-z0-9+/=]*$/i;
const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
/** Formats of any schema: those of forms, a file as text, and a colour. */
export const DRAFT7_FORMATS: Readonly<Record<string, Format>> = {
  ...FORMATS,
  'data-url': { word: '文件', test: (text) => DATA_URL.test(text) },
  color: { word: '颜色，如 #1d2129', test: (text) => COLOR.test(text) },
};

/**
 * Most schemas one check looks at: branches within branches multiply, and each is tried on the
 * value.
 */
const MAX_STEPS = 50_000;
const TOO_MUCH = '内容太复杂，无法检查';

/**
 * Checks JSON against any schema of draft 7: the one checker of pages and forms, with the keywords
 * a form of fields cannot draw. Gives ajv's verdict. `$ref`s lead into `root`. Never throws; a check
 * that would cost too much ends with a fault.
 */
export function checkDraft7(value: unknown, schema: unknown, root: unknown = schema): Fault[] {
  const steps = { left: MAX_STEPS };
  const check = new Draft7Check({}, (isObject(root) ? root : {}) as Schema, steps);
  check.value(value, schema as Schema | boolean, ROOT_PATH, 0);
  return steps.left > 0 ? check.faults : [{ place: ROOT_PATH, why: TOO_MUCH, keyword: 'schema' }];
}

class Draft7Check extends Check {
  constructor(
    options: CheckOptions,
    root: Schema,
    private readonly steps: { left: number },
  ) {
    super(options, root);
  }
  protected override fork(options: CheckOptions): Check {
    return new Draft7Check(options, this.root, this.steps);
  }

  protected override formatOf(name: string): Format | undefined {
    return own(DRAFT7_FORMATS, name) as Format | undefined;
  }

  override value(
    value: unknown,
    schema: Schema | boolean,
    place: ProblemPath,
    depth: number,
  ): void {
    if (this.steps.left <= 0) return;
    this.steps.left -= 1;
    if (!isObject(schema)) {
      super.value(value, schema, place, depth);
      return;
    }
    const { $ref, ...rest } = schema as Draft7Schema & JsonObject;
    if (typeof $ref === 'string') this.referred(value, $ref, place, depth);
    super.value(value, rest as Schema, place, depth);
    this.combined(value, rest, place, depth);
    if (Array.isArray(value)) this.items(value, rest, place, depth);
    else if (isObject(value)) this.members(value, rest, place, depth);
  }
  private referred(value: unknown, ref: string, place: ProblemPath, depth: number): void {
    const target = definitionAt(this.root, ref);
    if (target === undefined) this.fault(place, '找不到它的定义', '$ref', ref, value);
    else this.value(value, target as Schema, place, depth + 1);
  }
  private fits(value: unknown, schema: Any, place: ProblemPath, depth: number): boolean {
    return this.attempt(value, schema as Schema, place, depth).faults.length === 0;
  }
  private inner(value: unknown, schema: unknown, place: ProblemPath, depth: number): void {
    if (schema !== undefined) this.value(value, schema as Schema, place, depth + 1);
  }

  private combined(value: unknown, schema: Draft7Schema, place: ProblemPath, depth: number): void {
    if (schema.not !== undefined && this.fits(value, schema.not, place, depth))
      this.fault(place, '不能是这样的值', 'not', schema.not, value);
    if (schema.if === undefined) return;
    const branch = this.fits(value, schema.if, place, depth) ? schema.then : schema.else;
    this.inner(value, branch, place, depth);
  }
  private items(value: unknown[], schema: Draft7Schema, place: ProblemPath, depth: number): void {
    const { items, additionalItems, contains } = schema;
    if (Array.isArray(items))
      for (let i = items.length; i < value.length; i++)
        this.inner(value[i], additionalItems, at(place, i), depth);
    if (contains !== undefined && !value.some((item) => this.fits(item, contains, place, depth)))
      this.fault(place, '缺少须有的一项', 'contains', contains, value);
  }
  private members(
    value: JsonObject,
    schema: Draft7Schema,
    place: ProblemPath,
    depth: number,
  ): void {
    const { propertyNames, dependencies = {} } = schema;
    if (propertyNames !== undefined)
      for (const name of Object.keys(value))
        if (!this.fits(name, propertyNames, place, depth))
          this.fault(place, `名称“${name}”不对`, 'propertyNames', name, value);
    for (const [name, needs] of Object.entries(dependencies))
      if (Object.hasOwn(value, name)) this.needed(value, name, needs, place, depth);
  }
  private needed(
    value: JsonObject,
    name: string,
    needs: Any | string[],
    place: ProblemPath,
    depth: number,
  ): void {
    if (!Array.isArray(needs)) this.inner(value, needs, place, depth);
    else
      for (const each of needs)
        if (own(value, each) === undefined)
          this.fault(
            place,
            `填写了“${name}”，还须填写“${each}”`,
            'dependencies',
            {
              property: name,
              missingProperty: each,
              deps: needs.join('、'),
            } satisfies Dependency,
            value,
          );
  }
}
