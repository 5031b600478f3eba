import {
  isComputed,
  MAX_FORMULA_DEPTH,
  problem,
  SYSTEM_FIELDS,
  valueType,
  type FieldDescribe,
  type Problem,
  type ResultType,
  type FieldType,
  type Rollup,
  namesRecord,
  holdsRows,
  namesRecords,
} from '../../../contract/index.ts';
import { check, limits, parse, resultType, type Type } from '../../../expression/index.ts';
import { fieldType, USER_TYPE } from '../../../page/index.ts';
import {
  isLengthOfTime,
  RESULT_WANTED,
  resultField,
  rollupRefusal,
} from '../../../values/index.ts';
import { checkCandidates, checkFills } from './check-fills.ts';
import { ComputedFields, type ReadObjects } from './circles.ts';
import { rollupSource, ROWS } from './computed.ts';
import type { DraftField } from './draft-field.ts';
import type { SchemaDraft } from './draft.ts';
import {
  columnsOf,
  faultOf,
  goesOverRows,
  isWhole,
  lazyNames,
  listType,
  namesAt,
  rollupLook,
  SYSTEM,
  systemNames,
  treeOf,
  unfitDefault,
  walk,
  type Names,
} from './expression-types.ts';
import type { RuledObject } from './object-rules.ts';
import { ReferredFields } from './referred.ts';
import type { FieldRow } from './store.ts';
import { inNames } from './wording.ts';

const invalid = (path: string, why: string): Problem =>
  problem(path, 'EXPRESSION_INVALID', { why });
/** The place of a field among the expressions: of a sub-table's row, below the table. */
const keyOf = (name: string, table?: string): string =>
  table === undefined ? name : `${table}.${name}`;
/** A field where it is checked: its path, and the sub-table it is in. */
interface Place {
  readonly field: FieldDescribe;
  readonly at: string;
  readonly table?: string;
}

/** The expressions of one object's new fields, with what they lead to. */
export class Expressions {
  readonly #fields: ReadonlyMap<string, DraftField>;
  readonly #done = new Map<string, FieldDescribe>();
  readonly #trail: string[] = [];
  readonly #referred: ReferredFields;
  readonly #computed: ComputedFields;

  readonly #removed: readonly FieldRow[];

  readonly drafts: readonly DraftField[];

  constructor(
    private readonly object: RuledObject,
    { fields: given, removed }: Pick<SchemaDraft, 'fields' | 'removed'>,
    private readonly others: ReadObjects,
    private readonly problems: Problem[],
  ) {
    this.#removed = removed;
    const raw = given.map((draft) => draft.field);
    const fieldsOf = (name: string) => (name === object.apiName ? raw : others.get(name)?.fields);
    this.drafts = given.map((draft) => ({ ...draft, field: inNames(draft.field, raw, fieldsOf) }));
    this.#fields = new Map(this.drafts.map((draft) => [draft.field.apiName, draft]));
    const fields = this.drafts.map(({ field }) => field);
    this.#computed = new ComputedFields(
      new Map([
        ...others,
        [object.apiName, { label: object.label, fields: [...fields, object.ruled] }],
      ]),
    );
    this.#referred = new ReferredFields((name, field) => this.#fieldOf(name, field));
  }

  /** A field of an object, with its result; undefined when there is none that can be read. */
  #fieldOf(object: string, name: string): FieldDescribe | undefined {
    const draft = object === this.object.apiName ? this.#fields.get(name) : undefined;
    if (draft) return this.settled(draft);
    if (object === this.object.apiName) return undefined;
    return this.others.get(object)?.fields.find(({ apiName }) => apiName === name);
  }

  /** The field with its result's type, and what is read through it. */
  settled(draft: DraftField): FieldDescribe {
    const { field, at } = draft;
    return field.type === 'formula' || field.type === 'rollup'
      ? this.#computedField({ field, at })
      : field;
  }
  #column(table: string, name: string): FieldDescribe | undefined {
    const draft = this.#fields.get(table);
    if (!draft) return undefined;
    const columns = columnsOf(draft.field);
    const i = columns.findIndex(({ apiName }) => apiName === name);
    const field = columns[i];
    return field?.type === 'formula'
      ? this.#computedField({ field, at: `${draft.at}/fields/${i}`, table })
      : field;
  }
  #computedField(place: Place): FieldDescribe {
    const { field, table } = place;
    const key = keyOf(field.apiName, table);
    const known = this.#done.get(key);
    if (known) return known;
    if (this.#trail.includes(key)) return field;
    this.#trail.push(key);
    const resultType = this.#isCircular(place)
      ? undefined
      : field.type === 'formula'
        ? this.#formula(place)
        : this.#rollup(place);
    this.#trail.pop();
    const { resultType: _, ...rest } = field;
    const settled: FieldDescribe = {
      ...rest,
      ...(resultType && { resultType }),
      ...(field.rollup?.field &&
        rollupLook(field, this.#rowField(field.rollup.via, field.rollup.field))),
    };
    this.#done.set(key, settled);
    return settled;
  }

  #isCircular({ field, at, table }: Place, path = `${at || '/describe'}/${field.type}`): boolean {
    const way = this.#computed.circle(this.object.apiName, keyOf(field.apiName, table));
    if (!way) return false;
    this.problems.push(invalid(path, `字段互相引用，无法计算：${way.join(' → ')}`));
    return true;
  }

  /** The type of a name in the record; in a sub-table's row, of its columns first. */
  #typeOf(path: readonly string[], table?: string): Type | undefined {
    const [name = '', ...rest] = path;
    const column = table === undefined ? undefined : this.#column(table, name);
    if (column) return this.#below(column, rest, keyOf(name, table));
    const draft = this.#fields.get(name);
    if (!draft) return walk({ fields: SYSTEM }, path);
    if (!holdsRows(draft.field.type)) return this.#below(this.settled(draft), rest, name);
    if (rest.length === 0) return listType(this.#rowNames(name));
    const inside = rest.length > 1 ? this.#column(name, rest[0]!) : undefined;
    return inside && this.#below(inside, rest.slice(1), keyOf(rest[0]!, name));
  }
  #below(field: FieldDescribe, rest: readonly string[], key: string): Type | undefined {
    if (!namesRecord(field.type) || rest.length === 0) return walk(fieldType(field), rest);
    return this.#referred.typeAt(field, rest, key);
  }
  /** Types of a sub-table's columns, each found when it is read: one may read a sum of another. */
  #rowNames(table: string): Names {
    const columns = columnsOf(this.#fields.get(table)!.field);
    return lazyNames([
      ['id', () => 'text'],
      ...columns
        .filter(({ removed }) => removed !== true)
        .map(({ apiName }) => [apiName, () => fieldType(this.#column(table, apiName)!)] as const),
    ]);
  }

  /**
   * Checks one expression of the record, or of a sub-table's row; `own` are names that come first,
   * `extra` those beside the record's. Undefined when it is wrong.
   */
  #check(
    source: string,
    at: string,
    {
      own = {},
      extra = {},
      table,
    }: { own?: Names; extra?: Names; table?: string | undefined } = {},
  ): Type | undefined {
    const parsed = parse(source);
    if (!parsed.ok)
      return void this.problems.push(invalid(at, parsed.errors[0]?.message ?? '无法读懂'));
    const typeOf = (path: readonly string[]) =>
      Object.hasOwn(own, path[0]!)
        ? this.#ownType(own, path)
        : (this.#typeOf(path, table) ?? walk({ fields: extra }, path));
    const names = (path: readonly string[]) =>
      path.length === 0
        ? [
            ...Object.keys(own),
            ...(table === undefined ? [] : Object.keys(this.#rowNames(table))),
            ...this.#fields.keys(),
            ...Object.keys(SYSTEM),
            ...Object.keys(extra),
          ]
        : (this.#namesBelow(path, table) ?? namesAt(typeOf(path)));
    const { type, errors } = check(parsed.ast, {
      typeOf,
      names,
      isRows: this.#isRows,
      most: limits.BUILDER_COST,
    });
    if (errors[0])
      return void this.problems.push(invalid(at, faultOf(errors[0], source, this.#removed)));
    return type;
  }
  readonly #isRows = ([name = '', ...rest]: readonly string[]): boolean => {
    const field = this.#fields.get(name)?.field;
    return field !== undefined && rest.length === 0 && holdsRows(field.type);
  };
  /** Rows of a rollup lead on to what their lookups name. */
  #ownType(own: Names, path: readonly string[]): Type | undefined {
    const type = walk({ fields: own }, path);
    if (type !== undefined || path[0] !== ROWS || path.length < 3) return type;
    const lookup = this.#rolledUp.find(({ apiName }) => apiName === path[1]);
    return lookup && namesRecord(lookup.type)
      ? this.#referred.typeAt(lookup, path.slice(2), undefined)
      : undefined;
  }
  #rolledUp: readonly FieldDescribe[] = [];
  #namesBelow([name = '']: readonly string[], table?: string): string[] | undefined {
    const field =
      (table === undefined ? undefined : this.#column(table, name)) ??
      this.#fields.get(name)?.field;
    if (!field || !namesRecord(field.type) || !field.refObject) return undefined;
    const fields =
      field.refObject === this.object.apiName
        ? this.drafts.map((draft) => draft.field)
        : (this.others.get(field.refObject)?.fields ?? []);
    return fields.flatMap(({ apiName, label }) => [label, apiName]);
  }

  #formula({ field, at, table }: Place): ResultType | undefined {
    if (!field.formula) return undefined;
    const path = `${at}/formula`;
    const before = this.problems.length;
    const type = this.#check(field.formula, path, { table });
    if (type === undefined || this.problems.length > before) return undefined;
    if (table !== undefined && goesOverRows(field.formula, this.#isRows))
      return void this.problems.push(
        invalid(path, '明细的公式不能再统计明细：先在主表建一个公式来统计，这里引用它'),
      );
    const result = resultField(this.#resultType(type, field.formula, table));
    if (!result) return void this.problems.push(invalid(path, RESULT_WANTED));
    const depth = this.#computed.depth(this.object.apiName, keyOf(field.apiName, table));
    if (depth > MAX_FORMULA_DEPTH)
      return void this.problems.push(invalid(path, `公式最多逐层引用 ${MAX_FORMULA_DEPTH} 层`));
    return result;
  }
  /** The type of a formula's values; seconds of fields that are durations are one too. */
  #resultType(type: Type, formula: string, table?: string): Type {
    const ast = treeOf(formula, this.#isRows);
    const isTime = ([name = '', next]: readonly string[]): boolean => {
      const column = table === undefined ? undefined : this.#column(table, name);
      const draft = this.#fields.get(name);
      const field = column ?? (draft && this.settled(draft));
      if (!field) return false;
      if (next === undefined) return isLengthOfTime(field);
      const below = namesRecord(field.type)
        ? this.#fieldOf(field.refObject ?? '', next)
        : this.#column(name, next);
      return below !== undefined && isLengthOfTime(below);
    };
    return ast ? resultType(type, ast, isTime) : type;
  }

  #rollup({ field, at }: Place): ResultType | undefined {
    const { rollup } = field;
    if (!rollup) return undefined;
    const rows = this.#rowsOf(rollup.via, `${at}/rollup/via`);
    if (!rows) return undefined;
    const before = this.problems.length;
    const wanted = rollup.fn === 'count' ? undefined : rollup.field;
    if (rollup.fn !== 'count' && !this.#canRollUp(rollup, `${at}/rollup/field`)) return undefined;
    const type = wanted === undefined ? undefined : rows[wanted];
    this.#rolledUp = this.#rowFields(rollup.via) ?? [];
    this.#check(rollupSource(rollup), `${at}/rollup/${rollup.where ? 'where' : 'field'}`, {
      own: { [ROWS]: listType(rows) },
    });
    if (this.problems.length > before) return undefined;
    if (rollup.fn === 'count') return 'integer';
    const summed = this.#rowFieldType(rollup.via, wanted!);
    if (summed === 'duration') return 'duration';
    const whole = rollup.fn !== 'avg' && isWhole(summed);
    return whole ? 'integer' : resultField(type!);
  }

  /** Adds the reason when not. */
  #canRollUp({ fn, field: wanted, via }: Rollup, at: string): boolean {
    const fields = this.#rowFields(via) ?? [];
    const field =
      this.#rowField(via, wanted ?? '') ?? SYSTEM_FIELDS.find(({ apiName }) => apiName === wanted);
    const refusal = field
      ? rollupRefusal(fn, field, fields, (object, name) => this.#described(object, name))
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
  #described(object: string, name: string) {
    const fields =
      object === this.object.apiName
        ? this.drafts.map(({ field }) => field)
        : this.others.get(object)?.fields;
    const field = fields?.find(({ apiName }) => apiName === name);
    return field && fields && { field, fields };
  }

  /** The fields of the rows an aggregate reads, without the results of formulas. */
  #rowFields(via: string): readonly FieldDescribe[] | undefined {
    const [name = '', reference] = via.split('.');
    if (reference === undefined) {
      const field = this.#fields.get(name)?.field;
      return field && holdsRows(field.type) ? columnsOf(field) : undefined;
    }
    return name === this.object.apiName
      ? this.drafts.map(({ field }) => field)
      : this.others.get(name)?.fields;
  }
  /** One of them, with its result. */
  #rowField(via: string, name: string): FieldDescribe | undefined {
    const [first = '', reference] = via.split('.');
    return reference === undefined ? this.#column(first, name) : this.#fieldOf(first, name);
  }
  #rowFieldType(via: string, name: string): FieldType | undefined {
    const field = this.#rowField(via, name);
    return field && valueType(field);
  }

  /** Names of the rows an aggregate reads; a problem when there are no such rows. */
  #rowsOf(via: string, at: string): Names | undefined {
    const fields = this.#rowFields(via);
    const [, reference] = via.split('.');
    const link =
      reference === undefined ? undefined : fields?.find((field) => field.apiName === reference);
    const isLink =
      reference === undefined ||
      (link && namesRecord(link.type) && link.refObject === this.object.apiName);
    if (fields && isLink) return this.#kept(via, fields);
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
  /** What an aggregate can read of each row: what is stored, and computed of one record alone. */
  #kept(via: string, fields: readonly FieldDescribe[]): Names {
    const described = (object: string, name: string) => this.#described(object, name);
    const readable = fields
      .filter(
        (field) =>
          !isComputed(field.type) ||
          field.type === 'autoNumber' ||
          rollupRefusal('count', field, fields, described) === undefined,
      )
      .filter(({ type, removed }) => !namesRecords(type) && removed !== true);
    return lazyNames([
      ...systemNames(via),
      ...readable.map(
        ({ apiName }) => [apiName, () => fieldType(this.#rowField(via, apiName)!)] as const,
      ),
    ]);
  }

  /** Conditions of a field; a row's conditions read its own columns first. */
  conditions({ field, at, table }: Place): void {
    if (field.requiredWhen) this.condition(field.requiredWhen, `${at}/requiredWhen`, table);
    field.rules?.forEach(({ when }, i) => this.condition(when, `${at}/rules/${i}/when`, table));
  }
  /** A condition over the record, or over a row of a sub-table. */
  condition(source: string, path: string, table?: string): void {
    const type = this.#check(source, path, { extra: { user: USER_TYPE }, table });
    if (type !== undefined && type !== 'boolean' && type !== 'any')
      this.problems.push(invalid(path, '条件的结果应为是或否'));
  }

  /** The formula of a first value gives what the field holds, and does not need it first. */
  defaultFormula(place: Place): void {
    const { field, at, table } = place;
    const formula = field.defaultFrom?.formula;
    if (!formula) return;
    const path = `${at}/defaultFrom`;
    if (this.#isCircular(place, path)) return;
    const type = this.#check(formula, `${path}/formula`, { extra: { user: USER_TYPE }, table });
    const wrong = type === undefined ? undefined : unfitDefault(type, field);
    if (wrong) this.problems.push(invalid(`${path}/formula`, wrong));
  }

  /** What a lookup offers and fills in; what it needs of the other object is noted at it. */
  choices({ field, at, table }: Place): void {
    const draft = table === undefined ? undefined : this.#fields.get(table);
    const beside = draft ? columnsOf(draft.field) : this.drafts.map((each) => each.field);
    const sourceOf = (name: string) => this.#fieldOf(field.refObject ?? '', name);
    checkFills({ field, at }, beside, sourceOf, this.problems);
    const offered = checkCandidates({ field, at }, sourceOf, this.problems);
    for (const name of [...(field.fills ?? []).map(({ from }) => from), ...offered])
      this.#referred.typeAt(field, [name], keyOf(field.apiName, table));
  }

  /** Names of the other objects that its expressions read. */
  objectsRead(): string[] {
    return [...this.#computed.objectsRead(this.object.apiName)];
  }

  /** The checked draft: results of formulas, of its columns as well, and what lookups are read for. */
  result(draft: DraftField): DraftField {
    const { apiName, type } = draft.field;
    const field = this.#referred.noted(this.settled(draft), apiName);
    if (!holdsRows(type)) return { ...draft, field };
    const columns = columnsOf(field).map((column) =>
      this.#referred.noted(
        this.#column(apiName, column.apiName) ?? column,
        keyOf(column.apiName, apiName),
      ),
    );
    const { below } = draft;
    return {
      ...draft,
      field: { ...field, fields: columns },
      ...(below && {
        below: {
          ...below,
          fields: below.fields.map((each, i) => ({ ...each, field: columns[i] ?? each.field })),
        },
      }),
    };
  }
}
