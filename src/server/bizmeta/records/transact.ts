import type {
  Problem,
  RecordStep,
  RecordValues,
  TransactionAnswer,
} from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import { changesOf, recordsById } from './changes.ts';
import { createRecords } from './create.ts';
import { editRecords } from './edit.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { ServicePorts } from './service-ports.ts';
import { deleteRecords, type DeletionContext } from './remove.ts';
import { groupsOf, keyProblems, withIds, type StepGroup } from './step-groups.ts';
import { checkSize, stopOnProblems } from './write-context.ts';

/** Context of a transaction. */
export interface TransactionContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly userId: string;
  readonly services: ServicePorts;
  readonly access: PersonAccess | null;
}
type Written = TransactionAnswer['records'][number];

/** Ends a dry run: the transaction is rolled back, and the result is returned all the same. */
class DryRunRollback extends Error {
  override readonly name = 'Undone';
  constructor(readonly answer: TransactionAnswer) {
    super('a dry run writes nothing');
  }
}

/**
 * Does all the steps, in order, or none. Problems carry the place of their step:
 * /steps/2/values/amount.
 */
export async function transact(
  parts: TransactionContext,
  steps: readonly RecordStep[],
): Promise<TransactionAnswer> {
  checkSize(steps, '/steps');
  stopOnProblems(keyProblems(steps));
  const run = new Transaction(parts, await enterAll(parts, steps));
  for (const group of groupsOf(steps)) await run.group(group);
  return { records: run.records, changes: [], problems: [] };
}

/**
 * Returns what the steps would change and what prevents them; `within` runs it in a transaction of
 * its own.
 */
export async function dryRunTransaction(
  within: (work: (parts: TransactionContext) => Promise<never>) => Promise<never>,
  steps: readonly RecordStep[],
): Promise<TransactionAnswer> {
  try {
    return await within(async (parts) => {
      throw new DryRunRollback(await dryRun(parts, steps));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.answer;
    throw error;
  }
}

async function dryRun(
  parts: TransactionContext,
  steps: readonly RecordStep[],
): Promise<TransactionAnswer> {
  const run = new Transaction(parts, await enterAll(parts, steps), true);
  try {
    checkSize(steps, '/steps');
    stopOnProblems(keyProblems(steps));
    for (const group of groupsOf(steps)) await run.group(group);
    return { records: run.records, changes: run.changes, problems: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length === 0) throw error;
    return { records: run.records, changes: run.changes, problems: error.errors };
  }
}

/**
 * Objects are locked in the order of their names, so that two transactions do not wait for each
 * other.
 */
async function enterAll(
  { tx, catalog }: TransactionContext,
  steps: readonly RecordStep[],
): Promise<Map<string, ObjectCatalogEntry>> {
  const views = new Map<string, ObjectCatalogEntry>();
  for (const name of [...new Set(steps.map((step) => step.object))].sort())
    views.set(name, await catalog.enterWhole(tx, name));
  return views;
}

class Transaction {
  readonly records: Written[] = [];
  readonly changes: TransactionAnswer['changes'] = [];
  /**
   * Ids behind the keys of records that were created, and versions of records this transaction
   * wrote.
   */
  private readonly ids = new Map<string, string>();
  private readonly versions = new Map<string, number>();
  constructor(
    private readonly parts: TransactionContext,
    private readonly views: ReadonlyMap<string, ObjectCatalogEntry>,
    private readonly tells = false,
  ) {}

  async group(group: StepGroup): Promise<void> {
    const writing = { ...this.parts, view: this.views.get(group.object)! };
    const steps = group.steps.map((step) =>
      step.do === 'create'
        ? { ...step, values: withIds(step.values, this.ids) }
        : { ...withIds(step, this.ids) },
    );
    const known = this.tells && group.do !== 'create' ? steps.map(idOf) : [];
    const before = await recordsById(writing, known);
    const written = await placed(group, () => this.write(writing, group.do, steps));
    this.noteVersion(steps, written);
    this.records.push(...written);
    if (this.tells) this.changes.push(...(await changesOf(writing, group, written, before)));
  }

  private async write(
    writing: DeletionContext,
    kind: RecordStep['do'],
    steps: readonly RecordStep[],
  ): Promise<Written[]> {
    if (kind === 'create') {
      const { ids } = await createRecords(
        writing,
        steps.map((step) => (step.do === 'create' ? step.values : {})),
      );
      return ids.map((id) => ({ id, version: 1 }));
    }
    if (kind === 'edit')
      return (
        await editRecords(
          writing,
          steps.map((step) => this.edited(step)),
        )
      ).records;
    await deleteRecords(writing, steps.map(idOf));
    return steps.map((step) => ({ id: idOf(step), version: null }));
  }
  /**
   * A record this transaction wrote has the version it wrote: no other transaction can have changed
   * it since.
   */
  private edited(step: RecordStep): RecordValues {
    if (step.do !== 'edit') return {};
    return {
      ...step.values,
      id: step.id,
      version: step.version ?? this.versions.get(step.id.toLowerCase()),
    };
  }
  private noteVersion(steps: readonly RecordStep[], written: readonly Written[]): void {
    written.forEach(({ id, version }, i) => {
      const step = steps[i]!;
      if (step.do === 'create' && step.key !== undefined) this.ids.set(step.key, id);
      if (version !== null) this.versions.set(id, version);
    });
  }
}
const idOf = (step: RecordStep): string => (step.do === 'create' ? '' : step.id);

/**
 * Runs a set-wise write; its problems at /records/0/amount or /ids/0 are moved to the step's path.
 */
async function placed<T>(group: StepGroup, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.reason, error.params, {
      errors: error.errors.map((each) => atStep(group, each)),
      ...(error.current !== undefined && { current: error.current }),
    });
  }
}
const atStep = (group: StepGroup, { about, ...problem }: Problem): Problem => ({
  ...problem,
  path: pathAtStep(group, problem.path),
  ...(about && { about: about.map((path) => pathAtStep(group, path)) }),
});
function pathAtStep({ from }: StepGroup, path: string): string {
  const [, list, index, ...rest] = path.split('/');
  if ((list !== 'records' && list !== 'ids') || index === undefined) return path;
  const isKey = list === 'ids' || rest[0] === 'id' || rest[0] === 'version';
  const inside = list === 'ids' ? ['id'] : isKey ? rest : ['values', ...rest];
  return ['', 'steps', String(from + Number(index)), ...inside].join('/');
}
