import {
  isComputed,
  MAX_FORMULA_DEPTH,
  problem,
  SYSTEM_FIELDS,
  shownType,
  valueType,
  FIELDS,
  type FieldDescribe,
  type Problem,
  type ResultType,
  type FieldType,
  type Rollup,
} from '../../../contract/index.ts';
import {
  check,
  ExpressionError,
  isDuration,
  limits,
  parse,
  toSql,
  type Type,
} from '../../../expression/index.ts';
import { fieldType, USER_TYPE } from '../../../page/index.ts';
import { rollupRefusal } from '../../../values/index.ts';
import { aliases, rollupRows, rollupSource, ROWS, computedEnv } from './computed.ts';
import type { DraftField } from './draft-field.ts';
import { tableOf, type ObjectTable } from './table.ts';
import { inNames } from './wording.ts';

/**
 * Checks expressions a builder wrote into fields before they are stored: names and types, circles,
 * and whether PostgreSQL can express them. Every formula and aggregate gets the type of its result
 * here.
 */

type Names = Readonly<Record<string, Type>>;
/** Fields of other objects that aggregates read, by the object's name. */
export type FieldsByObject = ReadonlyMap<string, readonly FieldDescribe[]>;

const invalid = (path: string, why: string): Problem =>
  problem(path, 'EXPRESSION_INVALID', { why });
const SYSTEM: Names = Object.fromEntries(
  SYSTEM_FIELDS.map((field) => [
    field.apiName,
    fieldType({ ...field, id: field.apiName, order: 0 }),
  ]),
);
/** What an aggregate over records can read: what is stored, and computed of one record alone. */
const kept = (fields: readonly FieldDescribe[]): Names => ({
  ...SYSTEM,
  ...Object.fromEntries(
    fields
      .filter(
        (field) =>
          !isComputed(field.type) ||
          field.type === 'autoNumber' ||
          rollupRefusal('count', field, fields) === undefined,
      )
      .filter((field) => field.type !== 'lookups')
      .map((field) => [field.apiName, fieldType(field)]),
  ),
});

function walk(type: Type | undefined, path: readonly string[]): Type | undefined {
  return path.reduce<Type | undefined>(
    (at, name) =>
      typeof at === 'object' && 'fields' in at && Object.hasOwn(at.fields, name)
        ? at.fields[name]
        : undefined,
    type,
  );
}
const namesAt = (type: Type | undefined): string[] =>
  typeof type === 'object' && 'fields' in type ? Object.keys(type.fields) : [];

class Expressions {
  #fields: Map<string, DraftField>;
  readonly #done = new Map<string, FieldDescribe>();
  readonly #depth = new Map<string, number>();
  readonly #trail: string[] = [];

  readonly drafts: readonly DraftField[];

  constructor(
    private readonly apiName: string,
    given: readonly DraftField[],
    private readonly others: FieldsByObject,
    private readonly problems: Problem[],
  ) {
    const fields = given.map((draft) => draft.field);
    this.drafts = given;
    this.#fields = new Map(given.map((draft) => [draft.field.apiName, draft]));
    this.drafts = given.map((draft) => ({
      ...draft,
      field: inNames(draft.field, fields, (via) => this.#rowFields(via)),
    }));
    this.#fields = new Map(this.drafts.map((draft) => [draft.field.apiName, draft]));
  }

  /** The field with its result's type. */
  settled(draft: DraftField): FieldDescribe {
    const { apiName, type } = draft.field;
    if (type !== 'formula' && type !== 'rollup') return draft.field;
    const known = this.#done.get(apiName);
    if (known) return known;
    if (this.#trail.includes(apiName)) return this.#circle(draft);
    this.#trail.push(apiName);
    const resultType = type === 'formula' ? this.#formula(draft) : this.#rollup(draft);
    this.#trail.pop();
    const { resultType: _, ...rest } = draft.field;
    const settled: FieldDescribe = {
      ...rest,
      ...(resultType && { resultType }),
      ...this.#countedLook(draft.field),
    };
    this.#done.set(apiName, settled);
    return settled;
  }

  #circle(draft: DraftField): FieldDescribe {
    const names = [
      ...this.#trail.slice(this.#trail.indexOf(draft.field.apiName)),
      draft.field.apiName,
    ].map((name) => this.#fields.get(name)?.field.label ?? name);
    this.problems.push(
      invalid(
        `${draft.at || '/describe'}/${draft.field.type}`,
        `字段互相引用，无法计算：${names.join(' → ')}`,
      ),
    );
    return draft.field;
  }

  /** The type of a name in the record; a formula's type is derived on demand. */
  #typeOf = (path: readonly string[]): Type | undefined => {
    const [name = '', ...rest] = path;
    const draft = this.#fields.get(name);
    return draft ? walk(fieldType(this.settled(draft)), rest) : walk({ fields: SYSTEM }, path);
  };

  /**
   * Checks one expression; `own` are names that come first, `extra` those beside the record's.
   * Undefined when it is wrong.
   */
  #check(source: string, at: string, own: Names = {}, extra: Names = {}): Type | undefined {
    const parsed = parse(source);
    if (!parsed.ok)
      return void this.problems.push(invalid(at, parsed.errors[0]?.message ?? '无法读懂'));
    const typeOf = (path: readonly string[]) =>
      Object.hasOwn(own, path[0]!)
        ? walk({ fields: own }, path)
        : (this.#typeOf(path) ?? walk({ fields: extra }, path));
    const names = (path: readonly string[]) =>
      path.length === 0
        ? [
            ...Object.keys(own),
            ...this.#fields.keys(),
            ...Object.keys(SYSTEM),
            ...Object.keys(extra),
          ]
        : namesAt(typeOf(path));
    const { type, errors } = check(parsed.ast, { typeOf, names, most: limits.BUILDER_COST });
    if (errors[0]) return void this.problems.push(invalid(at, errors[0].message));
    return type;
  }

  #formula({ field, at }: DraftField): ResultType | undefined {
    if (!field.formula) return undefined;
    const path = `${at}/formula`;
    const before = this.problems.length;
    const type = this.#check(field.formula, path);
    if (type === undefined || this.problems.length > before) return undefined;
    const result =
      type === 'number' && this.#isDuration(field.formula) ? 'duration' : resultOf(type);
    if (!result)
      return void this.problems.push(
        invalid(path, '结果应为文本、数字、是否、日期、日期时间或时长'),
      );
    if (this.#depthOf(field) > MAX_FORMULA_DEPTH)
      return void this.problems.push(invalid(path, `公式最多逐层引用 ${MAX_FORMULA_DEPTH} 层`));
    return result;
  }

  /** Whether a formula's number is seconds of fields that are durations. */
  #isDuration(formula: string): boolean {
    const parsed = parse(formula);
    const isTime = ([name = '', column]: readonly string[]): boolean => {
      const draft = this.#fields.get(name);
      if (column !== undefined) return this.#rowFieldType(name, column) === 'duration';
      return draft !== undefined && valueType(this.settled(draft)) === 'duration';
    };
    return parsed.ok && isDuration(parsed.ast, isTime);
  }

  /** Nesting depth of formulas that read formulas, this one included. */
  #depthOf(field: FieldDescribe): number {
    const known = this.#depth.get(field.apiName);
    if (known !== undefined) return known;
    const parsed = parse(field.formula ?? '');
    const below = parsed.ok
      ? check(parsed.ast, { typeOf: this.#typeOf, names: () => [] }).dependencies
      : [];
    const depths = below
      .map(([name = '']) => this.#fields.get(name))
      .flatMap((draft) =>
        draft?.field.type === 'formula' && draft.field.apiName !== field.apiName
          ? [this.#depthOf(draft.field)]
          : [0],
      );
    const depth = 1 + Math.max(0, ...depths);
    this.#depth.set(field.apiName, depth);
    return depth;
  }

  #rollup({ field, at }: DraftField): ResultType | undefined {
    const { rollup } = field;
    if (!rollup) return undefined;
    const rows = this.#rowsOf(rollup.via, `${at}/rollup/via`);
    if (!rows) return undefined;
    const before = this.problems.length;
    const wanted = rollup.fn === 'count' ? undefined : rollup.field;
    const type = wanted === undefined ? undefined : rows[wanted];
    if (rollup.fn !== 'count' && !this.#canRollUp(rollup, `${at}/rollup/field`)) return undefined;
    this.#check(rollupSource(rollup), `${at}/rollup/${rollup.where ? 'where' : 'field'}`, {
      [ROWS]: { list: { fields: rows } },
    });
    if (this.problems.length > before) return undefined;
    if (rollup.fn === 'count') return 'integer';
    const summed = this.#rowFieldType(rollup.via, wanted!);
    if (summed === 'duration') return 'duration';
    const whole = rollup.fn !== 'avg' && isWhole(summed);
    return whole ? 'integer' : resultOf(type!);
  }

  /** Adds the reason when not. */
  #canRollUp({ fn, field: wanted, via }: Rollup, at: string): boolean {
    const fields = this.#rowFields(via) ?? [];
    const field =
      fields.find(({ apiName }) => apiName === wanted) ??
      SYSTEM_FIELDS.find(({ apiName }) => apiName === wanted);
    const refusal = field
      ? rollupRefusal(fn, field, fields)
      : wanted
        ? '已不存在'
        : '请选择要汇总的字段';
    if (refusal === undefined) return true;
    this.problems.push(
      field
        ? problem(at, 'FIELD_SETTING', { label: field.label, why: refusal })
        : invalid(at, wanted ? `要汇总的字段${refusal}` : refusal),
    );
    return false;
  }

  /** An aggregate over amounts is displayed as an amount, unless its settings say otherwise. */
  #countedLook({ rollup, showAs, scale }: FieldDescribe): Partial<FieldDescribe> {
    if (!rollup?.field || rollup.fn === 'count' || showAs !== undefined) return {};
    const counted = this.#rowFields(rollup.via)?.find((field) => field.apiName === rollup.field);
    const look = counted && shownType(counted);
    if (!counted || (look !== 'currency' && look !== 'percent')) return {};
    const digits = scale ?? counted.scale;
    return {
      showAs: look,
      ...(counted.currencyCode && look === 'currency' && { currencyCode: counted.currencyCode }),
      ...(digits !== undefined && { scale: digits }),
    };
  }

  #rowFields(via: string): readonly FieldDescribe[] | undefined {
    const [name = '', reference] = via.split('.');
    if (reference === undefined) {
      const { type, fields } = this.#fields.get(name)?.field ?? {};
      return type === 'subTable' ? (fields ?? []) : undefined;
    }
    return name === this.apiName
      ? this.drafts.map((draft) => this.#withResult(draft))
      : this.others.get(name);
  }
  /** A formula of this object, with its result; a field that is being settled as it is. */
  #withResult(draft: DraftField): FieldDescribe {
    const { field } = draft;
    const isOpen = field.type !== 'formula' || this.#trail.includes(field.apiName);
    return isOpen ? field : this.settled(draft);
  }
  #rowFieldType = (via: string, name: string): FieldType | undefined =>
    this.#rowFields(via)?.find((field) => field.apiName === name)?.type;

  /** Names of the rows an aggregate reads; a problem when there are no such rows. */
  #rowsOf(via: string, at: string): Names | undefined {
    const fields = this.#rowFields(via);
    const [, reference] = via.split('.');
    const link =
      reference === undefined ? undefined : fields?.find((field) => field.apiName === reference);
    const isLink =
      reference === undefined || (link?.type === 'lookup' && link.refObject === this.apiName);
    if (fields && isLink) return kept(fields);
    this.problems.push(
      invalid(
        at,
        fields
          ? `“${via}”不是指向本对象的关联字段`
          : `没有可汇总的明细表或关联字段“${via.slice(0, 60)}”`,
      ),
    );
    return undefined;
  }

  /** Conditions of a field; a row's conditions read its own columns first. */
  conditions({ field, at }: { field: FieldDescribe; at: string }, own: Names = {}): void {
    const each = [
      ...(field.requiredWhen ? [{ source: field.requiredWhen, path: `${at}/requiredWhen` }] : []),
      ...(field.rules ?? []).map((rule, i) => ({
        source: rule.when,
        path: `${at}/rules/${i}/when`,
      })),
    ];
    for (const { source, path } of each) {
      const type = this.#check(source, path, own, { user: USER_TYPE });
      if (type !== undefined && type !== 'boolean' && type !== 'any')
        this.problems.push(invalid(path, '条件的结果应为是或否'));
    }
  }
}

const isWhole = (type: FieldType | undefined): boolean =>
  type !== undefined && FIELDS[type].whole === true;
const RESULTS: Readonly<Record<string, ResultType>> = {
  text: 'text',
  number: 'decimal',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'dateTime',
  duration: 'duration',
};
const resultOf = (type: Type): ResultType | undefined =>
  typeof type === 'string' ? RESULTS[type] : undefined;

/** Resolves every expression of the new fields. Problems are added with their paths. */
export function checkExpressions(
  apiName: string,
  drafts: readonly DraftField[],
  others: FieldsByObject,
  problems: Problem[],
): DraftField[] {
  const expressions = new Expressions(apiName, drafts, others, problems);
  const before = problems.length;
  const settled = expressions.drafts.map((draft) => ({
    ...draft,
    field: expressions.settled(draft),
  }));
  for (const draft of settled) {
    expressions.conditions(draft);
    const columns = draft.field.fields ?? [];
    columns.forEach((field, i) =>
      expressions.conditions({ field, at: `${draft.at}/fields/${i}` }, kept(columns)),
    );
  }
  if (problems.length === before) checkSql(apiName, settled, others, problems);
  return settled;
}

/**
 * Translates each formula to SQL once, over hypothetical tables: what PostgreSQL cannot express is
 * refused now.
 */
function checkSql(
  apiName: string,
  drafts: readonly DraftField[],
  others: FieldsByObject,
  problems: Problem[],
): void {
  const tables = new Map<string, ObjectTable>();
  const find = (name: string) => tables.get(name);
  const think = (name: string, fields: readonly FieldDescribe[]): ObjectTable => {
    const rows = new Map(
      fields.flatMap((field) =>
        field.fields ? [[field.id, think(`${name} ${field.id}`, field.fields)] as const] : [],
      ),
    );
    const describe = {
      id: name,
      apiName: name,
      label: name,
      titleField: 'id',
      appId: null,
      version: 0,
      fields: [...fields],
      validator: '',
    };
    const table = tableOf(describe, 't', 0, {
      indexes: new Set(),
      columnNo: new Map(fields.map((field, i) => [field.id, i])),
      rows: (id) => rows.get(id),
      find,
    });
    tables.set(name, table);
    return table;
  };
  for (const [name, fields] of others) think(name, fields);
  const own = think(
    apiName,
    drafts.map((draft) => draft.field),
  );
  for (const { field, at } of drafts) {
    const fault = sqlFault(field, own, find);
    if (fault) problems.push(invalid(`${at}/${field.type}`, fault));
  }
}

function sqlFault(
  field: FieldDescribe,
  table: ObjectTable,
  find: (name: string) => ObjectTable | undefined,
): string | undefined {
  const { rollup } = field;
  const source = field.type === 'formula' ? field.formula : rollup && rollupSource(rollup);
  const parsed = source === undefined ? undefined : parse(source);
  if (!parsed?.ok || valueType(field) === field.type) return undefined;
  const at = { base: 'b', bind: () => '$1', alias: aliases(), find };
  try {
    toSql(
      parsed.ast,
      computedEnv(table, at, (path) =>
        rollup && path.length === 1 && path[0] === ROWS ? rollupRows(table, rollup, at) : undefined,
      ),
    );
    return undefined;
  } catch (failure) {
    if (failure instanceof ExpressionError) return failure.message;
    throw failure;
  }
}
