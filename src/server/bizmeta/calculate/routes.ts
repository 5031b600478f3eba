import {
  TIME_ZONE,
  type DataOf,
  type InputOf,
  type RecordValues,
} from '../../../contract/index.ts';
import { ExpressionError } from '../../../expression/index.ts';
import { resultName } from '../../../values/index.ts';
import {
  AppError,
  SqlParameters,
  type Context,
  type Routes,
  type TenantTx,
} from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { rowsSql } from '../query/sql.ts';
import type { Readers } from '../records/read.ts';
import { Formula } from './formula.ts';

/** The SQL of an expression, or why there is none. */
function sqlOf(formula: Formula): { sql: string | null; sqlFault: string | null } {
  if (formula.faults.length > 0) return { sql: null, sqlFault: null };
  try {
    return { sql: formula.sql(new SqlParameters().bind), sqlFault: null };
  } catch (error) {
    if (error instanceof ExpressionError) return { sql: null, sqlFault: error.message };
    throw error;
  }
}

async function checked(
  { catalog }: Readers,
  tx: TenantTx,
  { object, expression }: InputOf<'bizmeta.calculate.check'>,
): Promise<DataOf<'bizmeta.calculate.check'>> {
  const { table } = await catalog.enterObject(tx, object);
  const formula = new Formula(expression, table);
  const { faults, type, sentence } = formula;
  return {
    faults: faults.map(({ start, end, message }) => ({ start, end, msg: message })),
    type: faults.length === 0 ? resultName(type) : '',
    sentence,
    ...sqlOf(formula),
    reads: formula.reads(),
  };
}

async function calculated(
  { catalog }: Readers,
  tx: TenantTx,
  { object, expression, id }: InputOf<'bizmeta.calculate.calculate'>,
): Promise<DataOf<'bizmeta.calculate.calculate'>> {
  const { table } = await catalog.enterObject(tx, object);
  if (!isUuid(id)) throw new AppError('RECORD_UNKNOWN');
  const { text, values } = rowsSql(table, [id]);
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const record = found?.rows?.[0];
  if (!record) throw new AppError('RECORD_UNKNOWN');
  const formula = new Formula(expression, table);
  const ctx = { now: new Date(), timeZone: TIME_ZONE };
  const value = formula.run(record, ctx) ?? null;
  const answer = { value, text: formula.show(value, ctx) };
  try {
    const asked = formula.statement(id, ctx.now);
    const [row] = await tx.query<{ value: unknown }>(asked.text, asked.values);
    return {
      ...answer,
      databaseValue: row?.value ?? null,
      databaseText: formula.show(row?.value ?? null, ctx),
    };
  } catch (error) {
    // SQL refuses what it cannot express before it runs; any other error is a fault.
    if (error instanceof ExpressionError)
      return { ...answer, databaseValue: null, databaseText: null };
    throw error;
  }
}

/** Expressions as builders write them: what they mean and what they give. */
export function calculateRoutes(routes: Routes, parts: Readers): void {
  const within = <T>(ctx: Context, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    parts.db.withTenant(ctx, work);
  routes.route('bizmeta.calculate.check', (input, ctx) =>
    within(ctx, (tx) => checked(parts, tx, input)),
  );
  routes.route('bizmeta.calculate.calculate', (input, ctx) =>
    within(ctx, (tx) => calculated(parts, tx, input)),
  );
}
