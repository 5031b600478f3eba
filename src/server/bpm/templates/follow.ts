import { same } from '../../../document/index.ts';
import type { FlowDocument } from '../../../flow/index.ts';
import type { ObjectNames } from '../../bizmeta/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { hashOf } from './commit.ts';
import { renamedCondition, renamedFlow, type FlowNames } from './renamed.ts';

/**
 * Templates, those deleted too, after an object or its fields were renamed: every version, since
 * each may have instances that are still shown by its rights to fields.
 */

interface TemplateOver {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
}
/**
 * Templates that may name the object: over it, or with a version or draft that holds its name or
 * starts one over it.
 */
const TEMPLATES = `with own as (select id from bpm.flow_template where tenant_id = $1 and object_id = $2::uuid),
  names as (select $3::text as name union all select id::text from own),
  texts as (select template_id, document from bpm.flow_version where tenant_id = $1
    union all select template_id, document from bpm.flow_draft where tenant_id = $1)
  select t.id, t.name, t.object_id = $2::uuid as "isOwn" from bpm.flow_template t where t.tenant_id = $1
    and (t.object_id = $2::uuid or t.id in (select x.template_id from texts x
      where exists (select from names n where strpos(x.document::text, n.name) > 0)))
  order by t.id`;
const templatesOver = (tx: TenantTx, { id, object }: ObjectNames): Promise<TemplateOver[]> =>
  tx.query<TemplateOver>(TEMPLATES, [tx.tenant.id, id, object]);

interface Stored {
  readonly document: FlowDocument;
}
interface StoredVersion extends Stored {
  readonly no: number;
}
const VERSIONS = `select no, document from bpm.flow_version where tenant_id = $1 and template_id = $2
  order by no`;
const DRAFT = `select document from bpm.flow_draft where tenant_id = $1 and template_id = $2`;

const flowNames = (
  { object, to, names }: ObjectNames,
  templates: readonly TemplateOver[],
  isOwn: boolean,
): FlowNames => ({
  ...{ object, to, names, isOwn },
  started: new Set(templates.filter((each) => each.isOwn).map(({ id }) => id)),
});
/** The document in other names; undefined when nothing of it is named otherwise. */
function other(document: FlowDocument, at: FlowNames): FlowDocument | undefined {
  const next = renamedFlow(document, at);
  return same(document as never, next as never) ? undefined : next;
}

export async function followInTemplates(tx: TenantTx, change: ObjectNames): Promise<void> {
  const templates = await templatesOver(tx, change);
  for (const { id, isOwn } of templates)
    await followInTemplate(tx, id, flowNames(change, templates, isOwn));
  await followInInstances(tx, change);
  await followInSubstitutions(tx, change);
}

async function followInTemplate(tx: TenantTx, id: string, at: FlowNames): Promise<void> {
  const key = [tx.tenant.id, id];
  const versions = await tx.query<StoredVersion>(VERSIONS, key);
  for (const { no, document } of versions) {
    const next = other(document, at);
    if (next)
      await tx.run(
        `update bpm.flow_version set document = $4, hash = $5
          where tenant_id = $1 and template_id = $2 and no = $3`,
        [...key, no, JSON.stringify(next), hashOf(next)],
      );
  }
  await followInDraft(tx, key, at);
  await tx.run(
    'update bpm.flow_template set names = names + 1 where tenant_id = $1 and id = $2',
    key,
  );
}

/** An editor with the draft open is merged with its next version, as with what others save. */
async function followInDraft(tx: TenantTx, key: readonly unknown[], at: FlowNames): Promise<void> {
  const [draft] = await tx.query<Stored>(DRAFT, key);
  const next = draft && other(draft.document, at);
  if (!next) return;
  await tx.run(
    `insert into bpm.flow_draft_step (tenant_id, template_id, version, document)
      select tenant_id, template_id, version, document from bpm.flow_draft
      where tenant_id = $1 and template_id = $2 on conflict do nothing`,
    key,
  );
  await tx.run(
    `update bpm.flow_draft set version = version + 1, document = $3
      where tenant_id = $1 and template_id = $2`,
    [...key, JSON.stringify(next)],
  );
}

/** An object of values by name in other names; rows of sub-tables by those of their columns. */
const renamed = (
  column: string,
): string => `coalesce((select jsonb_object_agg(coalesce($3::jsonb ->> e.key, e.key),
    case when $4::jsonb ? e.key and jsonb_typeof(e.value) = 'array' then coalesce((select jsonb_agg(
      (select coalesce(jsonb_object_agg(coalesce($4::jsonb -> e.key ->> c.key, c.key), c.value), '{}')
        from jsonb_each(r.value) c) order by r.at)
      from jsonb_array_elements(e.value) with ordinality r (value, at)), '[]') else e.value end)
  from jsonb_each(${column}) e), ${column})`;
const INSTANCES = `update bpm.flow_instance set form = ${renamed('form')}, snapshot = ${renamed('snapshot')}
  where tenant_id = $1 and object_id = $2::uuid and (form ?| $5::text[] or snapshot ?| $5::text[])`;
const COPIES = `update bpm.flow_cc c set fields = array(select coalesce($3::jsonb ->> f, f)
    from unnest(c.fields) with ordinality u (f, at) order by at)
  from bpm.flow_instance i where c.tenant_id = $1 and i.tenant_id = c.tenant_id
    and i.id = c.instance_id and i.object_id = $2::uuid and c.fields && $4::text[]`;

/** Values that are stored by their fields' names, and what was shown to those who got copies. */
async function followInInstances(tx: TenantTx, { id, names }: ObjectNames): Promise<void> {
  const key = [tx.tenant.id, id, JSON.stringify(Object.fromEntries(names.fields))];
  const columns = [...names.columns].map(([table, each]) => [table, Object.fromEntries(each)]);
  const changed = [...names.fields.keys(), ...names.columns.keys()];
  await tx.run(INSTANCES, [...key, JSON.stringify(Object.fromEntries(columns)), changed]);
  await tx.run(COPIES, [...key, [...names.fields.keys()]]);
}

const CONDITIONS = `select s.id, s.condition from bpm.substitution s where s.tenant_id = $1
  and s.condition is not null and s.template_ids <@ array(select t.id from bpm.flow_template t
    where t.tenant_id = $1 and t.object_id = $2::uuid) for update of s`;

/** When a person is substituted for, where that is about approvals of the object alone. */
async function followInSubstitutions(tx: TenantTx, change: ObjectNames): Promise<void> {
  const rows = await tx.query<{ id: string; condition: string }>(CONDITIONS, [
    tx.tenant.id,
    change.id,
  ]);
  for (const { id, condition } of rows)
    await tx.run('update bpm.substitution set condition = $3 where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      id,
      renamedCondition(condition, change.names),
    ]);
}

/** Templates over the object that a rename would change, by their names. */
export async function templatesNaming(
  tx: TenantTx,
  change: ObjectNames,
): Promise<{ kind: string; title: string }[]> {
  const templates = await templatesOver(tx, change);
  const found: { kind: string; title: string }[] = [];
  for (const { id, name, isOwn } of templates) {
    const at = flowNames(change, templates, isOwn);
    const stored = await tx.query<Stored>(
      `select v.document from bpm.flow_version v join bpm.flow_template t on t.tenant_id = v.tenant_id
          and t.id = v.template_id and t.version = v.no and t.deleted_at is null
        where v.tenant_id = $1 and v.template_id = $2
        union all ${DRAFT}`,
      [tx.tenant.id, id],
    );
    if (stored.some(({ document }) => other(document, at)))
      found.push({ kind: '审批流程', title: name });
  }
  return found;
}
