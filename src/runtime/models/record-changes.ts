import type { ObjectDescribe } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { EVERY_OBJECT, FLOW_WORK, type ObjectNames } from '../ports/record-news.ts';

/** Calls that write records. */
const WRITES: ReadonlySet<string> = new Set([
  ...[
    'bulkCreate',
    'bulkEdit',
    'bulkSet',
    'undoBulk',
    'transfer',
    'copy',
    'bulkDelete',
    'restore',
    'transact',
  ].map((name) => `bizmeta.record.${name}`),
  'bizmeta.recordBin.purge',
  'bizmeta.recordBin.empty',
]);
/** Calls that answer something of records. */
const READS: ReadonlySet<string> = new Set([
  'bizmeta.record.list',
  'bizmeta.record.detail',
  'bizmeta.record.refList',
  'bizmeta.record.relatedList',
  'bizmeta.record.linkList',
  'bizmeta.dataChangeLog.list',
  'bizmeta.recordBin.list',
]);
/** Calls that answer something of the person's approvals. */
const FLOW_READS: ReadonlySet<string> = new Set([
  ...[
    'todo',
    'owner',
    'viewDraft',
    'finished',
    'cc',
    'delete',
    'groups',
    'dashboardCount',
    'flowCenterCount',
  ].map((name) => `bpm.work.${name}`),
  'bpm.process.detail',
  'bpm.process.history',
]);

function objectsOf(input: Readonly<Record<string, unknown>>): Set<string> {
  const steps = Array.isArray(input['steps']) ? (input['steps'] as { object?: unknown }[]) : [];
  return new Set(
    [input['object'], ...steps.map(({ object }) => object)].filter(
      (object): object is string => typeof object === 'string',
    ),
  );
}

/** What was deleted or brought back with other records may be of any object. */
const ANY_OBJECT: ObjectNames = { has: () => true };
const reachesOthers = (input: Readonly<Record<string, unknown>>, answer: unknown): boolean =>
  Number((answer as { along?: unknown } | null)?.along ?? 0) > 0 ||
  (Array.isArray(input['steps']) &&
    (input['steps'] as { do?: unknown }[]).some((step) => step.do === 'delete'));

/** Makes a call; if it wrote records, publishes a RecordChangeEvent for their objects. */
export async function callAndPublish(
  ports: Pick<EnginePorts, 'call' | 'news'>,
  id: string,
  input: Record<string, unknown>,
  by: object | null = null,
): Promise<unknown> {
  const answer = await ports.call(id, input);
  if (WRITES.has(id) && input['dryRun'] !== true)
    ports.news.publish({
      objects: reachesOthers(input, answer) ? ANY_OBJECT : objectsOf(input),
      by,
    });
  return answer;
}

/**
 * A list of an object shows its records, the names and fields of those they and their rows point
 * to, and figures over those that point to them.
 */
export function dependsOnObjects(describe: ObjectDescribe, objects: ObjectNames): boolean {
  return (
    objects.has(describe.apiName) ||
    describe.fields.some(
      ({ refObject, rollup, fields }) =>
        (refObject !== undefined && objects.has(refObject)) ||
        fields?.some((column) => column.refObject && objects.has(column.refObject)) ||
        (rollup && objects.has(rollup.via.split('.')[0]!)),
    )
  );
}
/**
 * An answer to a call shows records of the object it was asked about, or of those its items are
 * about.
 */
export function responseDependsOn(
  call: string,
  input: unknown,
  answer: unknown,
  objects: ObjectNames,
): boolean {
  // Menus and lists of views follow what the person may do as well.
  if (objects === EVERY_OBJECT) return true;
  if (objects === FLOW_WORK) return FLOW_READS.has(call);
  if (!READS.has(call)) return false;
  const about = (value: unknown): boolean => {
    const object = (value as { object?: unknown } | null)?.object;
    return typeof object === 'string' && objects.has(object);
  };
  return about(input) || (Array.isArray(answer) && answer.some(about));
}

/** Refetches once after the running steps are done, unless a request was made in the meantime. */
export class RefetchScheduler {
  private timer: ReturnType<typeof setTimeout> | null = null;
  constructor(
    private readonly generation: () => unknown,
    private readonly reload: () => void,
  ) {}
  schedule(): void {
    const before = this.generation();
    this.stop();
    this.timer = setTimeout(() => {
      if (this.generation() === before) this.reload();
    }, 0);
  }
  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
