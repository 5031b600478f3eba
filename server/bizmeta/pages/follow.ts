import type { DescribeInput } from '../../../contract/index.ts';
import { followRename, type PageDocument, type Rename } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { replacePage } from './save.ts';

interface Names { id: string; api_name: string; fields: Readonly<Record<string, string>> | null }

async function namesOf(tx: TenantTx, where: 'id' | 'api_name', value: string): Promise<Names | undefined> {
  const [found] = await tx.query<Names>(`SELECT o.id, o.api_name, (SELECT json_object_agg(f.id, f.api_name) FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id AND f.removed_at IS NULL) AS fields
    FROM bizmeta.object o WHERE o.tenant_id = $1 AND o.${where}::text = $2 AND o.deleted_at IS NULL`, [tx.tenant.id, value]);
  return found;
}

function renameOf(before: Names, after: Names): Rename | undefined {
  const fields = new Map(Object.entries(before.fields ?? {}).flatMap(([id, name]) => { const now = after.fields?.[id]; return now !== undefined && now !== name ? [[name, now] as const] : []; }));
  return fields.size === 0 && before.api_name === after.api_name ? undefined : { object: before.api_name, to: after.api_name, fields };
}

/** Changes an object and lets the company's pages follow new names of it and of its fields, in the same transaction. */
export async function followingRenames<T>(tx: TenantTx, userId: string, describe: DescribeInput, change: () => Promise<T>): Promise<T> {
  const before = describe.id !== undefined ? await namesOf(tx, 'id', describe.id) : describe.apiName !== undefined ? await namesOf(tx, 'api_name', describe.apiName) : undefined;
  const answer = await change();
  const after = before && await namesOf(tx, 'id', before.id);
  const rename = after && renameOf(before, after);
  if (rename) await followInPages(tx, userId, rename);
  return answer;
}

async function followInPages(tx: TenantTx, userId: string, rename: Rename): Promise<void> {
  const pages = await tx.query<{ key: string; text: string }>(`SELECT key, document::text AS text FROM bizmeta.page WHERE tenant_id = $1 AND active AND strpos(document::text, $2) > 0 ORDER BY key`, [tx.tenant.id, rename.object]);
  for (const { key, text } of pages) {
    const document = JSON.parse(text) as PageDocument;
    const next = followRename(document, rename);
    if (next !== document) await replacePage(tx, userId, key, next);
  }
}
