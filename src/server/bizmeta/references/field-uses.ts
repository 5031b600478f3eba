import type {
  DataOf,
  FieldDescribe,
  FormBody,
  FormEffect,
  ObjectGrant,
} from '../../../contract/index.ts';
import { pathsRead, renameInForm, type FieldNames } from '../../../page/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { conditionsOf } from '../authority/check.ts';
import { ObjectFollowers } from '../meta/object-followers.ts';
import { renamedFields, shapeOf } from '../meta/shape.ts';
import { fieldOf, type FieldRow, type ObjectRow } from '../meta/store.ts';
import { PageEditContext, type PageParts } from '../pages/edit-context.ts';
import { pagesNaming } from '../pages/follow.ts';

/**
 * Where a field is used, in words a builder knows: asked before it is deleted. Formulas, rules,
 * numbers and rollups; views, saved filters, smart forms, authority groups and pages.
 */
type Uses = DataOf<'bizmeta.describe.fieldUses'>;
type Use = Uses['uses'][number];

/** So many are named; the others are counted. */
const NAMED = 6;

/** Whether an expression over the object's record, or over the rows of a sub-table, reads the field. */
type Reads = (source: string | undefined, rowOf?: string) => boolean;
const readsOf =
  (name: string, { rows }: FieldNames): Reads =>
  (source, rowOf) =>
    source !== undefined && pathsRead(source, rows, rowOf).some(([first]) => first === name);
/** Whether it reads a field through a lookup. */
const readsPath = (source: string, [lookup, field]: readonly [string, string]): boolean =>
  pathsRead(source, new Map()).some(([at, read]) => at === lookup && read === field);
const titled = (kind: string, title: string): Use => ({ kind, title });

/** Uses in the settings of the object's own fields. */
function usesInFields(fields: readonly FieldDescribe[], name: string, reads: Reads): Use[] {
  const conditions = ({ requiredWhen, rules = [] }: FieldDescribe) => [
    requiredWhen,
    ...rules.map(({ when }) => when),
  ];
  return fields
    .filter(({ apiName }) => apiName !== name)
    .flatMap((field) => {
      const { label, formula, rollup, numberRule, fields: columns = [] } = field;
      const ruled =
        conditions(field).some((when) => reads(when)) ||
        columns.flatMap(conditions).some((when) => reads(when, field.apiName));
      const counted = rollup && (rollup.via === name || reads(rollup.where, rollup.via));
      const first = reads(field.defaultFrom?.formula);
      const filled = field.fills?.some(({ to }) => to === name);
      const numbered = numberRule?.segments?.some((part) => part.field === name);
      return [
        ...(reads(formula) ? [titled('公式', label)] : []),
        ...(counted ? [titled('汇总', label)] : []),
        ...(numbered ? [titled('自动编号', label)] : []),
        ...(ruled ? [titled('规则', label)] : []),
        ...(first ? [titled('默认值', label)] : []),
        ...(filled ? [titled('带出', label)] : []),
      ];
    });
}

/** The object's own rules go by their condition's place in the list. */
function usesInRules({ rules, validations }: ObjectRow, name: string, reads: Reads): Use[] {
  const acts = (effects: readonly FormEffect[]): boolean =>
    effects.some(({ targets }) => targets.includes(name));
  return [
    ...rules.flatMap(({ when, then }, i) =>
      reads(when) || acts(then) ? [titled('字段规则', `第 ${i + 1} 条`)] : [],
    ),
    ...validations.flatMap(({ expr, message, field }) =>
      field === name || reads(expr) ? [titled('数据校验', message)] : [],
    ),
  ];
}

const ROLLUPS = `SELECT o.label || ' · ' || f.label AS title, f.settings
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.removed_at IS NULL AND o.deleted_at IS NULL
    AND starts_with(f.settings #>> '{rollup,via}', $2 || '.') ORDER BY o.no, f.ord`;
/** Views of its object, and those of others that go through a lookup to it. */
const VIEWS = `SELECT name AS title FROM bizmeta.custom_view WHERE tenant_id = $1
  AND deleted_at IS NULL AND (scope <> 'personal' OR owner = $3) AND strpos(body::text, $2) > 0
  ORDER BY ord, id`;
/** What is another's own is counted, not named. */
const PERSONAL = `SELECT (SELECT count(*) FROM bizmeta.custom_view WHERE tenant_id = $1
    AND deleted_at IS NULL AND scope = 'personal' AND owner <> $3
    AND strpos(body::text, $2) > 0)
  + (SELECT count(*) FROM bizmeta.filter_view WHERE tenant_id = $1
    AND strpos(filter::text, $2) > 0) AS n`;
const FORMS = `SELECT name AS title, body, published FROM bizmeta.smart_form WHERE tenant_id = $1
  AND object_id = $2 AND deleted_at IS NULL ORDER BY id`;

/** What groups grant of the object, and of those that look it up, by those lookups. */
const GROUPS = `WITH reading AS (SELECT $2::uuid AS id, NULL AS by UNION ALL
    SELECT x.object_id, x.api_name FROM bizmeta.field x
    WHERE x.tenant_id = $1 AND x.ref_object = $2::uuid AND x.removed_at IS NULL)
  SELECT g.name AS title, g.grants -> r.id::text AS grant, r.by FROM bizmeta.authority_group g
  JOIN reading r ON jsonb_exists(g.grants, r.id::text) WHERE g.tenant_id = $1 ORDER BY g.ord, g.id`;

/** Authority groups with a condition that reads the field. */
async function usesInGroups(
  tx: TenantTx,
  objectId: string,
  name: string,
  reads: Reads,
): Promise<Use[]> {
  const groups = await tx.query<{ title: string; grant: ObjectGrant; by: string | null }>(GROUPS, [
    tx.tenant.id,
    objectId,
  ]);
  const used = groups.filter(({ grant, by }) =>
    conditionsOf(grant).some(([, condition]) =>
      by === null ? reads(condition) : readsPath(condition, [by, name]),
    ),
  );
  return [...new Set(used.map(({ title }) => title))].map((title) => titled('授权组', title));
}

const isCounted = ({ rollup }: FieldRow['settings'], name: string, reads: Reads): boolean =>
  rollup !== undefined &&
  (rollup.via.split('.')[1] === name || rollup.field === name || reads(rollup.where));

/** Whether a form would change were the field called otherwise. */
const isInForm = (body: FormBody | null, renamed: FieldNames): boolean =>
  body !== null && JSON.stringify(renameInForm(body, renamed)) !== JSON.stringify(body);

export async function fieldUses(
  tx: TenantTx,
  parts: PageParts,
  userId: string,
  { apiName, id }: { apiName: string; id: string },
): Promise<Uses> {
  const shape = await shapeOf(tx, { apiName });
  if (!shape) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  const { object, below } = shape;
  const row = object.fields.find((each) => each.id === id);
  // One that was removed before is used by nothing.
  if (!row) return wordsOf([], 0);
  const name = row.api_name;
  const key = [tx.tenant.id, row.id, userId];
  const rollups = await tx.query<{ title: string; settings: FieldRow['settings'] }>(ROLLUPS, [
    tx.tenant.id,
    object.api_name,
  ]);
  const views = await tx.query<{ title: string }>(VIEWS, key);
  const [personal] = await tx.query<{ n: number }>(PERSONAL, key);
  const forms = await tx.query<{ title: string; body: FormBody; published: FormBody | null }>(
    FORMS,
    [tx.tenant.id, object.id],
  );
  const rename = {
    object: object.api_name,
    to: object.api_name,
    fields: new Map([[name, `${name}_`]]),
  };
  const renamed = { ...renamedFields(shape, shape), fields: rename.fields };
  const reads = readsOf(name, renamed);
  const pages = await pagesNaming(new PageEditContext(tx, parts, userId), rename);
  const uses = [
    ...usesInFields(
      object.fields.map((each) => fieldOf(each, below)),
      name,
      reads,
    ),
    ...usesInRules(object, name, reads),
    ...rollups
      .filter(({ settings }) => isCounted(settings, name, reads))
      .map(({ title }) => titled('汇总', title)),
    ...views.map(({ title }) => titled('视图', title)),
    ...forms
      .filter(({ body, published }) => isInForm(body, renamed) || isInForm(published, renamed))
      .map(({ title }) => titled('智能表单', title)),
    ...(await usesInGroups(tx, object.id, name, reads)),
    ...pages.map((title) => titled('页面', title)),
    ...(await tx.state.of(ObjectFollowers).uses(tx, {
      id: object.id,
      object: object.api_name,
      to: object.api_name,
      names: renamed,
    })),
  ];
  return wordsOf(uses, Number(personal?.n ?? 0));
}

/** 公式“折旧”、视图“按类别”等 7 处 */
function wordsOf(uses: readonly Use[], personal: number): Uses {
  const count = uses.length + personal;
  const named = uses.slice(0, NAMED).map(({ kind, title }) => `${kind}“${title}”`);
  const own = personal > 0 ? [`${personal} 个个人视图或常用筛选`] : [];
  const text = [...named, ...(uses.length <= NAMED ? own : [])].join('、');
  return { count, text: uses.length > NAMED ? `${text}等 ${count} 处` : text, uses: [...uses] };
}
