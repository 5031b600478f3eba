import { problem, type DescribeInput, type FormBody } from '../../../contract/index.ts';
import {
  renameInForm,
  renameInSearches,
  withoutFields,
  type FieldChanges,
} from '../../../page/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { renamedFields, shapeOf, type Shape } from '../meta/shape.ts';
import { publishFaults, type SaveContext } from './save.ts';

function changesOf(before: Shape, after: Shape): FieldChanges {
  const left = new Set(after.object.fields.map(({ id }) => id));
  return {
    ...renamedFields(before, after),
    gone: new Set(
      before.object.fields.filter(({ id }) => !left.has(id)).map((field) => field.api_name),
    ),
  };
}
const isNothing = ({ fields, columns, gone }: FieldChanges): boolean =>
  fields.size + columns.size + gone.size === 0;

interface Row {
  id: string;
  own: boolean;
  name: string;
  live: boolean;
  body: FormBody;
  published: FormBody | null;
  lookups: string[] | null;
}
/**
 * Forms of the object, and of objects whose fields search it; locked before the object, in the
 * order submissions lock.
 */
const FORMS = `SELECT f.id, f.object_id = $2::uuid AS own, f.name, f.body, f.published,
    f.status = 'published' AS live,
    (SELECT json_agg(x.api_name) FROM bizmeta.field x WHERE x.tenant_id = f.tenant_id
      AND x.object_id = f.object_id AND x.ref_object = $2::uuid) AS lookups
  FROM bizmeta.smart_form f WHERE f.tenant_id = $1 AND f.deleted_at IS NULL
    AND f.object_id = ANY(ARRAY(SELECT $2::uuid UNION SELECT x.object_id FROM bizmeta.field x
      WHERE x.tenant_id = $1 AND x.ref_object = $2::uuid))
  ORDER BY f.id FOR UPDATE OF f`;

/**
 * Changes an object and updates its smart forms in the same transaction: renamed fields in drafts
 * and published forms, and in the conditions of searches. Published forms lose removed fields; a
 * draft retains them, so that its builder sees the problem. Visitors with an older page open get an
 * error that the form has changed. A change after which a form that is out could not be sent is
 * refused.
 */
export async function followedByForms<T>(
  making: SaveContext,
  describe: DescribeInput,
  change: () => Promise<T>,
): Promise<T> {
  const { tx, userId } = making;
  const before = await shapeOf(tx, describe);
  const forms = before ? await tx.query<Row>(FORMS, [tx.tenant.id, before.object.id]) : [];
  const sound = before ? await soundForms(making, before, forms) : [];
  const answer = await change();
  const after =
    forms.length === 0 || !before ? undefined : await shapeOf(tx, { id: before.object.id });
  const changes = before && after && changesOf(before, after);
  if (changes && !isNothing(changes))
    for (const form of forms) await follow(tx, userId, form, changes);
  if (after && sound.length > 0) await requireSound(making, after, sound);
  return answer;
}

const faultOf = (
  view: ObjectCatalogEntry,
  { published }: Pick<Row, 'published'>,
  { userId }: SaveContext,
) => published && publishFaults(view, published, { userId, hasPassword: true }, '')[0];
const viewOf = ({ tx, catalog }: SaveContext, { object }: Shape) =>
  catalog.enterAnyObject(tx, object.api_name);

/** Forms over the object that are out and can be sent. */
async function soundForms(
  making: SaveContext,
  shape: Shape,
  forms: readonly Row[],
): Promise<Row[]> {
  const out = forms.filter(({ own, live }) => own && live);
  if (out.length === 0) return [];
  const view = await viewOf(making, shape);
  return out.filter((form) => !faultOf(view, form, making));
}

/** Visitors would meet what is wrong, at a field they may not even see; the builder can correct it here. */
async function requireSound(
  making: SaveContext,
  shape: Shape,
  forms: readonly Row[],
): Promise<void> {
  const view = await viewOf(making, shape);
  const now = await making.tx.query<Pick<Row, 'name' | 'published'>>(
    'SELECT name, published FROM bizmeta.smart_form WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [making.tx.tenant.id, forms.map(({ id }) => id)],
  );
  const broken = now.flatMap((form) => {
    const fault = faultOf(view, form, making);
    if (!fault) return [];
    const what = String(fault.params?.['why'] ?? fault.msg);
    const why = `已发布的表单“${form.name}”将无法提交（${what}），请先修改并发布它，或停止收集`;
    return [problem('/describe', 'FORM_SETTING', { why })];
  });
  if (broken.length > 0) throw problemsError(broken);
}

async function follow(
  tx: TenantTx,
  userId: string,
  { id, own, body, published, lookups }: Row,
  changes: FieldChanges,
): Promise<void> {
  const next = (form: FormBody): FormBody => {
    const searched = renameInSearches(form, new Set(lookups ?? []), changes.fields);
    return own ? renameInForm(searched, changes) : searched;
  };
  const draft = next(body);
  const live = published && next(own ? withoutFields(published, changes.gone) : published);
  const same = [
    JSON.stringify(draft) === JSON.stringify(body),
    JSON.stringify(live) === JSON.stringify(published),
  ];
  if (same.every(Boolean)) return;
  await tx.run(
    `UPDATE bizmeta.smart_form
      SET body = $3, published = $4, published_version = published_version + CASE WHEN $5 THEN 0
      ELSE 1 END, version = version + 1, updated_at = now(), updated_by = $6 WHERE tenant_id = $1
      AND id = $2::uuid`,
    [tx.tenant.id, id, JSON.stringify(draft), live && JSON.stringify(live), same[1], userId],
  );
}
