import { type InputOf, type Problem } from '../../../contract/index.ts';
import {
  AppError,
  JsonText,
  problemsError,
  type Context,
  type Database,
  type Scope,
} from '../../kernel/index.ts';
import { guestView, isClosed, readingGuest } from '../access/guest-view.ts';
import type { People } from '../access/people.ts';
import { isUuid } from '../fields/values.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { computedHint } from '../query/computed-hint.ts';
import { labelsOf, type LabelSql } from '../query/labels.ts';
import type { Cursors } from '../query/cursor.ts';
import type { QueryScope } from '../query/query-scope.ts';
import { planList, type ListPlan } from '../query/plan.ts';
import {
  detailSql,
  listSql,
  recordLabels,
  versionSql,
  withCursor,
  type Statement,
} from '../query/sql.ts';
import type { ServicePorts } from './service-ports.ts';

/** Observes which lists are read, so that they get the indexes they need. */
export interface ListReadObserver {
  onListRead(scope: Scope, plan: ListPlan, took: { ms: number; statement: Statement }): void;
}

/** Dependencies of read operations. */
export interface Readers {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly cursors: Cursors;
  /** Notified of every list that is read. */
  readonly lists?: ListReadObserver;
}

/**
 * A list, made by PostgreSQL as JSON text from one statement, restricted to a query scope if there
 * is one.
 */
export async function listRecords(
  readers: Readers,
  input: InputOf<'bizmeta.record.list'>,
  ctx: Context,
  queryScope?: (whole: ObjectTable) => QueryScope,
): Promise<JsonText> {
  const { object, ...request } = input;
  const seal = readers.cursors.of(ctx.tenant.id);
  let last: { plan: ListPlan; statement: Statement } | undefined;
  const began = performance.now();
  const make = (view: ObjectCatalogEntry): ListStatement => {
    const problems: Problem[] = [];
    const plan = planList(
      request,
      view.table,
      { now: new Date(), userId: ctx.userId },
      problems,
      queryScope?.(view.table),
      seal,
    );
    if (problems.length > 0) throw problemsError(problems);
    const statement = listSql(plan, labelSqlOf(readers.services, view));
    last = { plan, statement };
    return {
      ...statement,
      cursorOf: (mark) => seal.sign(plan.order, mark),
      isFigures: request.size === 0,
    };
  };
  try {
    return await withMetadataRetry(readers, ctx, object, make);
  } catch (error) {
    throw last ? withHint(error, last.plan) : error;
  } finally {
    // One that took too long and was given up counts most.
    const ms = performance.now() - began;
    if (last) readers.lists?.onListRead(ctx, last.plan, { ms, statement: last.statement });
  }
}

/** A list that took too long names what it computes for each record. */
const withHint = (error: unknown, plan: ListPlan): unknown =>
  error instanceof AppError && error.reason === 'QUERY_TIMEOUT'
    ? new AppError('QUERY_TIMEOUT', { hint: computedHint(plan) }, { cause: error })
    : error;

type ReadersOfOne = Readers & { readonly people: People };

/**
 * One record, by the person's rights to it or as who is asked about it now; RECORD_UNKNOWN when it is
 * not there, deleted, or another tenant's.
 */
export function recordDetail(
  readers: ReadersOfOne,
  { object, id }: InputOf<'bizmeta.record.detail'>,
  ctx: Context,
): Promise<JsonText> {
  return oneRecord(readers, ctx, { object, id }, (view) =>
    detailSql(
      view.table,
      id,
      labelsOf([...view.table.columns.values()], true),
      labelSqlOf(readers.services, view),
    ),
  );
}

/** The version of one record; as recordDetail. */
export function recordVersion(
  readers: ReadersOfOne,
  { object, id }: InputOf<'bizmeta.record.version'>,
  ctx: Context,
): Promise<JsonText> {
  return oneRecord(readers, ctx, { object, id }, (view) => versionSql(view.table, id));
}

async function oneRecord(
  readers: ReadersOfOne,
  ctx: Context,
  { object, id }: { object: string; id: string },
  make: (view: ObjectCatalogEntry) => Statement,
): Promise<JsonText> {
  const ofId = (view: ObjectCatalogEntry): Statement => {
    if (!isUuid(id)) throw new AppError('RECORD_UNKNOWN');
    return make(view);
  };
  try {
    return await withMetadataRetry(readers, ctx, object, ofId);
  } catch (error) {
    if (!isClosed(error)) throw error;
    const asGuest = async (): Promise<ObjectCatalogEntry> => {
      const view = await guestView(readingGuest(readers, ctx), object, id);
      if (!view) throw error;
      return view;
    };
    return withMetadataRetry(readers, ctx, object, ofId, asGuest);
  }
}

/** SQL of the labels of one kind of id, for requests on this object. */
export function labelSqlOf(services: ServicePorts, view: ObjectCatalogEntry): LabelSql {
  return (kind, ids, bind) => {
    if (kind === 'user' || kind === 'dept' || kind === 'role') return services.labelSql(kind, ids);
    const target = view.target(kind);
    return target && recordLabels(target, ids, bind);
  };
}

interface Answer {
  version: number;
  data: string | null;
  mark?: string | null;
}
/** A statement, and how the cursor of its answer is signed. */
type ListStatement = Statement & {
  cursorOf?(mark: string): string;
  /** Counts, groups and sums without records, which may cover much. */
  readonly isFigures?: boolean;
};
/** The object as who reads sees it. */
type FindView = () => Promise<ObjectCatalogEntry>;
/**
 * Class 42: the statement names what does not exist, or compares incompatible types: its describe
 * is stale.
 */
const isOutdated = (error: unknown) => /^42/.test(String((error as { code?: unknown }).code));

/**
 * A list is retried when its describe changes meanwhile; a describe that keeps changing is a fault,
 * not a wait.
 */
const MAX_TRIES = 3;

/**
 * Runs a statement made from the cached describe. The response contains the catalogue version it
 * ran at: when the object was changed since, the describe is reloaded and the statement made again.
 */
async function withMetadataRetry(
  readers: Readers,
  ctx: Context,
  object: string,
  make: (view: ObjectCatalogEntry) => ListStatement,
  find: FindView = () => readers.catalog.view(ctx, object),
): Promise<JsonText> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await runOnce(readers, ctx, { object, find }, make);
    if (answer?.data === null) throw new AppError('RECORD_UNKNOWN');
    if (answer) return new JsonText(answer.data);
  }
  throw new AppError('UNAVAILABLE');
}

/** The result of one try; undefined when the describe it was made from is stale. */
async function runOnce(
  { db, catalog }: Readers,
  ctx: Context,
  { object, find }: { object: string; find: FindView },
  make: (view: ObjectCatalogEntry) => ListStatement,
): Promise<Answer | undefined> {
  const view = await find();
  try {
    const statement = make(view);
    const [answer] = await db.readTenant<Answer>(ctx, statement.text, statement.values, {
      object,
      ...(statement.name !== undefined && { name: statement.name }),
      ...(statement.isFigures && { replica: true, isReport: true }),
    });
    if (!answer || !(await catalog.isCurrentAt(ctx, view, answer.version))) return undefined;
    const { data, mark } = answer;
    return data !== null && mark && statement.cursorOf
      ? { ...answer, data: withCursor(data, statement.cursorOf(mark)) }
      : answer;
  } catch (error) {
    // A stale describe may be the cause of a refusal by it or by PostgreSQL: retry with a newer
    // one.
    if ((error instanceof AppError || isOutdated(error)) && !(await catalog.isCurrent(ctx, view)))
      return undefined;
    throw error;
  }
}
