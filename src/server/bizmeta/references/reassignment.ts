import type { FormBody } from '../../../contract/index.ts';
import type { HasServerState, TenantTx } from '../../kernel/index.ts';
import {
  DeptUsages,
  RoleUsages,
  WorkGroupUsages,
  type AssetKind,
  type ReassignParties,
} from '../../upm/index.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { PageEditContext, type PageParts } from '../pages/edit-context.ts';
import { changeInPages, followingObject } from '../pages/follow.ts';
import { FILTER_NAMES, FORM_NAMES, referencesTo, RULES_NAME, VIEW_NAMES } from './find.ts';
import { renamedIn } from './renamed.ts';

/**
 * Departments, roles and work groups that settings name are not deleted: a default would be empty,
 * a view invisible to everyone.
 */
export function addSettingUses({ state }: HasServerState): void {
  for (const usages of [DeptUsages, RoleUsages, WorkGroupUsages])
    state.of(usages).add(referencesTo);
}

/**
 * Settings that name a leaving member name the successor from then on. There are few, so one batch
 * takes them all.
 */
export const settingReassignment = (parts: PageParts): AssetKind => ({
  key: 'bizmeta.setting',
  title: '提到本人的设置',
  find: referencesTo,
  async transfer(tx, hands) {
    const fields = (await inFields(tx, parts, hands)) + (await inRules(tx, parts, hands));
    const others =
      (await inViews(tx, hands)) + (await inFilters(tx, hands)) + (await inForms(tx, hands));
    const pages = await changeInPages(
      new PageEditContext(tx, parts, hands.by),
      [hands.from],
      (document) => renamedIn(document, hands.from, hands.to),
      hands.isSame ? '成员加入企业后，改为本人的账号' : '随成员离职，改为接手的人',
    );
    return { did: fields + others + pages, place: null };
  },
});

interface FieldRow {
  id: string;
  settings: unknown;
  object_id: string;
  root_id: string;
}
/** Fields whose settings name the person, with the object they are seen as part of. */
const FIELDS = `SELECT f.id, f.settings, f.object_id, coalesce(x.object_id, o.id) AS root_id
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  LEFT JOIN bizmeta.field x ON x.tenant_id = o.tenant_id AND x.id = o.parent_field
  WHERE f.tenant_id = $1 AND f.removed_at IS NULL AND o.deleted_at IS NULL
    AND strpos(f.settings::text, $2) > 0 ORDER BY f.id`;

/** An object whose field changed gets a new version, so that concurrent edits of it are refused. */
async function inFields(
  tx: TenantTx,
  parts: PageParts,
  { from, to, by }: ReassignParties,
): Promise<number> {
  const named = await tx.query(FIELDS, [tx.tenant.id, from]);
  if (named.length === 0) return 0;
  await bumpVersion(tx);
  // Read again under the lock of the catalogue: a builder may have changed it meanwhile.
  const fields = await tx.query<FieldRow>(FIELDS, [tx.tenant.id, from]);
  for (const root of new Set(fields.map(({ root_id: id }) => id))) {
    const own = fields.filter((field) => field.root_id === root);
    await followingObject(tx, parts, by, { id: root }, async () => {
      for (const { id, settings } of own)
        await tx.run(
          'UPDATE bizmeta.field SET settings = $3 WHERE tenant_id = $1 AND id = $2::uuid',
          [tx.tenant.id, id, JSON.stringify(renamedIn(settings, from, to))],
        );
      await tx.run(
        `UPDATE bizmeta.object SET version = version + 1, updated_at = now(), updated_by = $3
          WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
        [tx.tenant.id, [...new Set([root, ...own.map(({ object_id: object }) => object)])], by],
      );
    });
  }
  await recordChange(
    tx,
    fields.flatMap(({ root_id: root, object_id: object }) => [root, object]),
  );
  return fields.length;
}

interface RulesRow {
  id: string;
  rules: unknown;
  validations: unknown;
}
/** Rules and checks of objects; pages made from the object follow. */
async function inRules(
  tx: TenantTx,
  parts: PageParts,
  { from, to, by }: ReassignParties,
): Promise<number> {
  const named = `SELECT o.id, o.rules, o.validations FROM bizmeta.object o WHERE ${RULES_NAME} ORDER BY o.id`;
  if ((await tx.query(named, [tx.tenant.id, from])).length === 0) return 0;
  await bumpVersion(tx);
  const objects = await tx.query<RulesRow>(named, [tx.tenant.id, from]);
  for (const { id, rules, validations } of objects)
    await followingObject(tx, parts, by, { id }, () =>
      tx.run(
        `UPDATE bizmeta.object SET rules = $3, validations = $4, version = version + 1,
          updated_at = now(), updated_by = $5 WHERE tenant_id = $1 AND id = $2::uuid`,
        [
          tx.tenant.id,
          id,
          JSON.stringify(renamedIn(rules, from, to)),
          JSON.stringify(renamedIn(validations, from, to)),
          by,
        ],
      ),
    );
  await recordChange(
    tx,
    objects.map(({ id }) => id),
  );
  return objects.length;
}

/**
 * A view retains its audience, with the successor in it; a view the person made for others becomes
 * the successor's.
 */
async function inViews(tx: TenantTx, { from, to, by }: ReassignParties): Promise<number> {
  const views = await tx.query<{ id: string; body: unknown; user_ids: string[]; owner: string }>(
    `SELECT v.id, v.body, v.user_ids, v.owner FROM bizmeta.custom_view v WHERE ${VIEW_NAMES}
      ORDER BY v.id FOR UPDATE`,
    [tx.tenant.id, from],
  );
  for (const { id, body, user_ids: users, owner } of views) {
    await tx.run(
      `UPDATE bizmeta.custom_view
        SET body = $3, user_ids = $4, owner = $5, version = version + 1, updated_at = now(),
        updated_by = $6 WHERE tenant_id = $1 AND id = $2::uuid`,
      [
        tx.tenant.id,
        id,
        JSON.stringify(renamedIn(body, from, to)),
        renamedIn(users, from, to),
        owner === from ? to : owner,
        by,
      ],
    );
  }
  return views.length;
}

async function inFilters(tx: TenantTx, { from, to }: ReassignParties): Promise<number> {
  const kept = await tx.query<{ id: string; filter: unknown }>(
    `SELECT k.id, k.filter FROM bizmeta.filter_view k WHERE ${FILTER_NAMES} ORDER BY k.id FOR UPDATE`,
    [tx.tenant.id, from],
  );
  for (const { id, filter } of kept)
    await tx.run(
      `UPDATE bizmeta.filter_view SET filter = $3, version = version + 1 WHERE tenant_id = $1
        AND id = $2::uuid`,
      [tx.tenant.id, id, JSON.stringify(renamedIn(filter, from, to))],
    );
  return kept.length;
}

/**
 * Draft and published form; a visitor with an older page open gets an error that the form has
 * changed.
 */
async function inForms(tx: TenantTx, { from, to, by }: ReassignParties): Promise<number> {
  const forms = await tx.query<{ id: string; body: FormBody; published: FormBody | null }>(
    `SELECT m.id, m.body, m.published FROM bizmeta.smart_form m WHERE ${FORM_NAMES} ORDER BY m.id
      FOR UPDATE`,
    [tx.tenant.id, from],
  );
  for (const { id, body, published } of forms) {
    const live = renamedIn(published, from, to);
    await tx.run(
      `UPDATE bizmeta.smart_form
        SET body = $3, published = $4, published_version = published_version + CASE WHEN $5 THEN 1
        ELSE 0 END, flow_starter = CASE WHEN flow_starter = $7 THEN $8 ELSE flow_starter END,
        version = version + 1, updated_at = now(), updated_by = $6 WHERE tenant_id = $1
        AND id = $2::uuid`,
      [
        tx.tenant.id,
        id,
        JSON.stringify(renamedIn(body, from, to)),
        live && JSON.stringify(live),
        live !== published,
        by,
        from,
        to,
      ],
    );
  }
  return forms.length;
}
