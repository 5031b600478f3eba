import { problem, valueType, type FieldDescribe, type Problem } from '../../../contract/index.ts';
import { ExpressionError, parse, toSql } from '../../../expression/index.ts';
import type { ReadObjects } from './circles.ts';
import { aliases, computedEnv, ParentRecord, rollupRows, rollupSource, ROWS } from './computed.ts';
import type { RowSqlContext } from './computed.ts';
import type { DraftField } from './draft-field.ts';
import { tableOf, type ObjectTable, type TableContext } from './table.ts';

/**
 * Translates each formula to SQL once, over hypothetical tables: what PostgreSQL cannot express is
 * refused now.
 */
export function checkSql(
  apiName: string,
  drafts: readonly DraftField[],
  others: ReadObjects,
  problems: Problem[],
): void {
  const tables = new Map<string, ObjectTable>();
  const find = (name: string) => tables.get(name);
  const think = (name: string, fields: readonly FieldDescribe[], isRows = false): ObjectTable => {
    const rows = new Map(
      fields.flatMap((field) =>
        field.fields
          ? [
              [
                field.id,
                think(`${name} ${field.id}`, field.fields as FieldDescribe[], true),
              ] as const,
            ]
          : [],
      ),
    );
    const table = hypothetical(name, fields, { isRows, rows: (id) => rows.get(id), find });
    tables.set(name, table);
    return table;
  };
  for (const [name, { fields }] of others) think(name, fields);
  const own = think(
    apiName,
    drafts.map((draft) => draft.field),
  );
  for (const { field, at } of drafts) {
    const context = { base: 'b', bind: () => '$1', alias: aliases(), find };
    const refuse = (each: FieldDescribe, path: string, fault: string | undefined): void => {
      if (fault)
        problems.push(problem(`${path}/${each.type}`, 'EXPRESSION_INVALID', { why: fault }));
    };
    refuse(field, at, sqlFault(field, own, context));
    const rows = own.columns.get(field.apiName)?.rows;
    const parent = new ParentRecord(own, context);
    for (const [i, column] of ((field.fields ?? []) as FieldDescribe[]).entries())
      if (rows)
        refuse(
          column,
          `${at}/fields/${i}`,
          sqlFault(column, rows, { ...context, base: 'c', parent }),
        );
  }
}

const hypothetical = (
  name: string,
  fields: readonly FieldDescribe[],
  around: Pick<TableContext, 'isRows' | 'rows' | 'find'>,
): ObjectTable =>
  tableOf(
    {
      id: name,
      apiName: name,
      label: name,
      titleField: 'id',
      appId: null,
      version: 0,
      fields: [...fields],
      validator: '',
    },
    't',
    0,
    {
      indexes: new Set(),
      columnNo: new Map(fields.map((field, i) => [field.id, i])),
      ...around,
    },
  );

function sqlFault(field: FieldDescribe, table: ObjectTable, at: RowSqlContext): string | undefined {
  const { rollup } = field;
  const source = field.type === 'formula' ? field.formula : rollup && rollupSource(rollup);
  const parsed = source === undefined ? undefined : parse(source);
  if (!parsed?.ok || valueType(field) === field.type) return undefined;
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
