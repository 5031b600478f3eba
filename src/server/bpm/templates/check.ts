import type { PageFault } from '../../../contract/index.ts';
import {
  idsOf,
  objectsWritten,
  problemsOf,
  type FlowDocument,
  type FlowWorld,
} from '../../../flow/index.ts';
import type { DocumentProblem } from '../../../document/index.ts';
import { recordType } from '../../../page/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { addressProblems } from '../outside/check.ts';
import type { Parts } from '../parts.ts';
import { codeRuleProblems } from './code-rules.ts';

/** Where things a template names are found, by what they are. */
const TABLES = {
  users: `select user_id as id from upm.member where tenant_id = $1 and user_id = any($2) and state = 'active'`,
  depts: 'select id from upm.dept where tenant_id = $1 and id = any($2)',
  roles: 'select id from upm.role where tenant_id = $1 and id = any($2)',
  workGroups: 'select id from upm.work_group where tenant_id = $1 and id = any($2)',
  templates: `select id::text as id from bpm.flow_template where tenant_id = $1 and id::text = any($2)
    and deleted_at is null`,
} as const;
type Kind = keyof typeof TABLES;

/** What is there of all that a document names. */
async function idsThere(
  tx: TenantTx,
  document: FlowDocument,
): Promise<NonNullable<FlowWorld['ids']>> {
  const named = idsOf(document);
  const there: Partial<Record<Kind, ReadonlySet<string>>> = {};
  for (const kind of Object.keys(TABLES) as Kind[]) {
    const rows = await tx.query<{ id: string }>(TABLES[kind], [tx.tenant.id, [...named[kind]]]);
    there[kind] = new Set(rows.map(({ id }) => id));
  }
  return there;
}

/** The objects of templates by their ids, also of those that were never published. */
const OBJECTS_OF = `select t.id::text as id, o.api_name as name from bpm.flow_template t
  join bizmeta.object o on o.tenant_id = t.tenant_id and o.id = t.object_id
  where t.tenant_id = $1 and t.id::text = any($2) and t.deleted_at is null`;

/** What is known of the other objects a document writes to. */
async function writtenObjects(
  { tx, parts }: Checking,
  document: FlowDocument,
): Promise<Required<Pick<FlowWorld, 'objects' | 'objectsOf'>>> {
  const started = await tx.query<{ id: string; name: string }>(OBJECTS_OF, [
    tx.tenant.id,
    [...idsOf(document).templates],
  ]);
  const objectsOf = new Map(started.map(({ id, name }) => [id, name]));
  const objects = new Map<string, Names>();
  for (const name of new Set([...objectsOf.values(), ...objectsWritten(document)])) {
    const fields = await fieldsOf({ tx, parts }, name).catch(goneAsNone);
    if (fields) objects.set(name, fields);
  }
  return { objects, objectsOf };
}
function goneAsNone(error: unknown): undefined {
  if (error instanceof AppError && error.reason === 'OBJECT_UNKNOWN') return;
  throw error;
}

/** The types of an object's fields; OBJECT_UNKNOWN. */
async function fieldsOf({ tx, parts }: Checking, objectName: string): Promise<Names> {
  const type = recordType(await parts.records.describe(tx, objectName));
  return typeof type === 'object' && 'fields' in type ? type.fields : {};
}

/** Where a document is checked. */
interface Checking {
  readonly tx: TenantTx;
  readonly parts: Pick<Parts, 'records' | 'outside'>;
}
type Names = NonNullable<FlowWorld['fields']>;

/** What is wrong in a sound document, over the object its records are of and the company. */
export async function documentProblems(
  checking: Checking,
  document: FlowDocument,
  about: { readonly templateId: string; readonly objectName: string },
): Promise<DocumentProblem[]> {
  const { tx, parts } = checking;
  const world = {
    templateId: about.templateId,
    fields: await fieldsOf(checking, about.objectName),
    ids: await idsThere(tx, document),
    ...(await writtenObjects(checking, document)),
  };
  const numbers = await codeRuleProblems(tx, document, world.fields);
  const outside = await addressProblems(tx, parts.outside, document, about.templateId);
  return [...outside, ...numbers, ...problemsOf(document, world)];
}

export const faultsOf = (problems: readonly DocumentProblem[]): PageFault[] =>
  problems.map(({ nodeId, path, reason, msg, severity }) => ({
    ...(nodeId !== undefined && { nodeId }),
    path,
    reason,
    msg,
    severity,
  }));
