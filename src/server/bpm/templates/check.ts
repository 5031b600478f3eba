import type { PageFault } from '../../../contract/index.ts';
import { idsOf, problemsOf, type FlowDocument, type FlowWorld } from '../../../flow/index.ts';
import type { DocumentProblem } from '../../../document/index.ts';
import { recordType } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { addressProblems } from '../outside/check.ts';
import type { Parts } from '../parts.ts';

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

/** What is wrong in a sound document, over the object its records are of and the company. */
export async function documentProblems(
  { tx, parts }: { readonly tx: TenantTx; readonly parts: Pick<Parts, 'records' | 'outside'> },
  document: FlowDocument,
  about: { readonly templateId: string; readonly objectName: string },
): Promise<DocumentProblem[]> {
  const type = recordType(await parts.records.describe(tx, about.objectName));
  const fields = typeof type === 'object' && 'fields' in type ? type.fields : {};
  const world = { templateId: about.templateId, fields, ids: await idsThere(tx, document) };
  const outside = await addressProblems(tx, parts.outside, document, about.templateId);
  return [...outside, ...problemsOf(document, world)];
}

export const faultsOf = (problems: readonly DocumentProblem[]): PageFault[] =>
  problems.map(({ nodeId, path, reason, msg, severity }) => ({
    ...(nodeId !== undefined && { nodeId }),
    path,
    reason,
    msg,
    severity,
  }));
