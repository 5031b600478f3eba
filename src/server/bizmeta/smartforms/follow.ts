import {
  problem,
  type DescribeInput,
  type FormBody,
  type Problem,
} from '../../../contract/index.ts';
import {
  renameInForm,
  renameInSearches,
  withoutFields,
  type FieldChanges,
} from '../../../page/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import { lockCatalogue } from '../meta/changes.ts';
import { renamedFields, shapeOf, type Shape } from '../meta/shape.ts';
import type { ObjectRow } from '../meta/store.ts';
import { checkForm } from './check.ts';

/** Names of fields that are gone. */
function removedIn(before: ObjectRow | undefined, after: ObjectRow | undefined): Set<string> {
  const left = new Set(after?.fields.map(({ id }) => id));
  const gone = before?.fields.filter(({ id }) => !left.has(id)) ?? [];
  return new Set(gone.map((field) => field.api_name));
}

interface Changes extends FieldChanges {
  readonly goneColumns: ReadonlyMap<string, ReadonlySet<string>>;
}
function changesOf(before: Shape, after: Shape): Changes {
  const goneColumns = before.object.fields.map(
    ({ id, api_name: name }) =>
      [name, removedIn(before.below.get(id), after.below.get(id))] as const,
  );
  return {
    ...renamedFields(before, after),
    gone: removedIn(before.object, after.object),
    goneColumns: new Map(goneColumns.filter(([, names]) => names.size > 0)),
  };
}
const isNothing = ({ fields, columns, gone, goneColumns }: Changes): boolean =>
  fields.size + columns.size + gone.size + goneColumns.size === 0;

interface Row {
  id: string;
  name: string;
  own: boolean;
  live: boolean;
  body: FormBody;
  published: FormBody | null;
  lookups: string[] | null;
}
/**
 * Forms of the object, and of objects whose fields search it; locked before the object, in the
 * order submissions lock.
 */
const FORMS = `SELECT f.id, f.name, f.object_id = $2::uuid AS own, f.status = 'published' AS live, f.body, f.published,
    (SELECT json_agg(x.api_name) FROM bizmeta.field x WHERE x.tenant_id = f.tenant_id
      AND x.object_id = f.object_id AND x.ref_object = $2::uuid) AS lookups
  FROM bizmeta.smart_form f WHERE f.tenant_id = $1 AND f.deleted_at IS NULL
    AND f.object_id = ANY(ARRAY(SELECT $2::uuid UNION SELECT x.object_id FROM bizmeta.field x
      WHERE x.tenant_id = $1 AND x.ref_object = $2::uuid))
  ORDER BY f.id FOR UPDATE OF f`;

/** What forms are followed with, in the transaction that changes their object. */
interface FormContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly userId: string;
}

/**
 * Changes an object and updates its smart forms in the same transaction: renamed fields in drafts
 * and published forms, and in the conditions of searches. Published forms lose removed fields; a
 * draft retains them, so that its builder sees the problem. Visitors with an older page open get an
 * error that the form has changed. A change that would leave a live form which no one can submit is
 * refused.
 */
export async function followedByForms<T>(
  context: FormContext,
  describe: DescribeInput,
  change: () => Promise<T>,
): Promise<T> {
  const { tx, userId } = context;
  const before = await shapeOf(tx, describe);
  const forms = before ? await tx.query<Row>(FORMS, [tx.tenant.id, before.object.id]) : [];
  const sound = before ? await soundAmong(context, before, forms) : [];
  const answer = await change();
  const after =
    forms.length === 0 || !before ? undefined : await shapeOf(tx, { id: before.object.id });
  const changes = before && after && changesOf(before, after);
  if (changes && !isNothing(changes))
    for (const form of forms) await follow(tx, userId, form, changes);
  if (changes && sound.length > 0) await requireSound(context, after, sound, changes);
  return answer;
}

/** A published form of the object that collects. */
interface LiveForm extends Row {
  readonly published: FormBody;
}
/** What a submission of a form would fail on, in sentences. */
function faultsOf(view: ObjectCatalogEntry, body: FormBody, userId: string): string[] {
  const problems: Problem[] = [];
  checkForm(view, body, { now: new Date(), userId }, problems, '');
  return problems.map(({ params, msg }) => String(params?.['why'] ?? msg));
}
/** The live forms that can be submitted before the change. */
async function soundAmong(
  { tx, catalog, userId }: FormContext,
  { object }: Shape,
  forms: readonly Row[],
): Promise<LiveForm[]> {
  const live = forms.filter(
    (form): form is LiveForm => form.own && form.live && form.published !== null,
  );
  if (live.length === 0) return [];
  await lockCatalogue(tx);
  const view = await catalog.enterWhole(tx, object.api_name);
  return live.filter(({ published }) => faultsOf(view, published, userId).length === 0);
}
/** Refuses a change after which no visitor could submit a form that collects. */
async function requireSound(
  { tx, catalog, userId }: FormContext,
  { object }: Shape,
  forms: readonly LiveForm[],
  changes: Changes,
): Promise<void> {
  const view = await catalog.enterWhole(tx, object.api_name);
  const problems = forms.flatMap(({ name, published }) => {
    const body = renameInForm(withoutFields(published, changes), changes);
    const [why] = faultsOf(view, body, userId);
    return why === undefined
      ? []
      : [
          problem('/describe/fields', 'FORM_SETTING', {
            why: `“${name}”正在收集，这样修改后没有人能提交：${why}。请先调整或停止收集这份表单`,
          }),
        ];
  });
  if (problems.length > 0) throw problemsError(problems);
}

async function follow(
  tx: TenantTx,
  userId: string,
  { id, own, body, published, lookups }: Row,
  changes: Changes,
): Promise<void> {
  const next = (form: FormBody): FormBody => {
    const searched = renameInSearches(form, new Set(lookups ?? []), changes.fields);
    return own ? renameInForm(searched, changes) : searched;
  };
  const draft = next(body);
  const live = published && next(own ? withoutFields(published, changes) : published);
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
