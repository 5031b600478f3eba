import { v7 as uuidv7 } from 'uuid';
import type { DataOf, InputOf } from '../../../contract/index.ts';
import { parse } from '../../../expression/index.ts';
import { AppError, isoSql, type TenantTx } from '../../kernel/index.ts';
import { activeAmong } from '../people/candidates.ts';
import { isUuid } from '../templates/rows.ts';
import { STARTABLE, VERSION_JOIN } from '../templates/startable.ts';

/** Rules one person may have: who has more does not look at them any more. */
const MAX_OWN = 200;

type Listed = DataOf<'bpm.substitution.list'>;
type Rule = Listed['records'][number];
type Stored = Omit<Rule, 'templateNames' | 'objectApiName'>;

/** One's own rules, those in force and to come first. */
export async function listSubstitutions(tx: TenantTx, userId: string): Promise<Listed> {
  const records = await tx.query<Stored>(
    `select s.id::text, s.substitute_id as "substituteId", m.real_name as "substituteName",
      ${isoSql('s.starts_at')} as "startsAt", ${isoSql('s.ends_at')} as "endsAt",
      s.template_ids::text[] as "templateIds", s.condition, s.reason,
      s.starts_at <= now() and s.ends_at > now() as "isNow"
      from bpm.substitution s join upm.member m on m.tenant_id = s.tenant_id and m.user_id = s.substitute_id
      where s.tenant_id = $1 and s.user_id = $2 order by s.ends_at desc, s.id limit ${MAX_OWN}`,
    [tx.tenant.id, userId],
  );
  const templates = await templatesFor(tx, userId, records);
  return { records: records.map((rule) => named(rule, templates)), templates };
}

/** A rule with what its templates are called, and the object they are about. */
function named(rule: Stored, templates: Listed['templates']): Rule {
  const own = templates.filter(({ id }) => rule.templateIds?.includes(id) === true);
  const [object, ...others] = new Set(own.map(({ objectApiName }) => objectApiName));
  return {
    ...rule,
    templateNames: own.map(({ name }) => name),
    objectApiName: others.length === 0 ? (object ?? null) : null,
  };
}

/** Templates a rule of this person may be about. */
const templatesFor = (
  tx: TenantTx,
  userId: string,
  rules: readonly Pick<Stored, 'templateIds'>[],
): Promise<Listed['templates']> =>
  tx.query(
    `select t.id::text, t.name, o.api_name as "objectApiName" from bpm.flow_template t
      join bizmeta.object o on o.tenant_id = t.tenant_id and o.id = t.object_id ${VERSION_JOIN}
      where t.tenant_id = $1 and t.deleted_at is null and (t.id = any($3::uuid[]) or (${STARTABLE})
        or exists (select from bpm.flow_item i where i.tenant_id = t.tenant_id and i.user_id = $2
          and i.template_id = t.id)) order by t.name, t.id`,
    [tx.tenant.id, userId, rules.flatMap(({ templateIds }) => templateIds ?? [])],
  );

export async function saveSubstitution(
  tx: TenantTx,
  userId: string,
  input: InputOf<'bpm.substitution.save'>,
): Promise<{ id: string }> {
  await check(tx, userId, input);
  const { substituteId, startsAt, endsAt, templateIds, condition, reason } = input;
  const isNew = (input.id ?? null) === null;
  const id = input.id ?? uuidv7();
  const values = [
    tx.tenant.id,
    id,
    userId,
    substituteId,
    startsAt,
    endsAt,
    templateIds ?? null,
    condition ?? null,
    reason ?? '',
  ];
  const changed = isNew
    ? await tx.run(
        `insert into bpm.substitution (tenant_id, id, user_id, substitute_id, starts_at, ends_at,
            template_ids, condition, reason, created_by) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $3
            where (select count(*) from bpm.substitution where tenant_id = $1 and user_id = $3) < ${MAX_OWN}`,
        values,
      )
    : await tx.run(
        `update bpm.substitution set substitute_id = $4, starts_at = $5, ends_at = $6, template_ids = $7,
            condition = $8, reason = $9 where tenant_id = $1 and id = $2 and user_id = $3`,
        values,
      );
  if (changed === 0) refuse(isNew ? `最多设置 ${MAX_OWN} 条` : '这条代理已被取消');
  return { id };
}

async function check(
  tx: TenantTx,
  userId: string,
  { id, substituteId, startsAt, endsAt, templateIds, condition }: InputOf<'bpm.substitution.save'>,
): Promise<void> {
  if (typeof id === 'string' && !isUuid(id)) refuse('这条代理已被取消');
  if (substituteId === userId) refuse('不能代理自己');
  if (Date.parse(endsAt) <= Date.parse(startsAt)) refuse('结束时间应晚于开始时间');
  if ((await activeAmong(tx, [substituteId])).size === 0) refuse('代理人不在职');
  if (templateIds && !(await areOffered(tx, userId, id ?? null, templateIds)))
    refuse('只能选择自己会处理或发起的流程');
  const parsed = typeof condition === 'string' ? parse(condition) : undefined;
  if (parsed && !parsed.ok) refuse(`条件有误：${parsed.errors[0]!.message}`);
}
function refuse(why: string): never {
  throw new AppError('FLOW_SUBSTITUTION', { why });
}

/** Whether a rule of this person may be about these templates: those offered, and those it has. */
async function areOffered(
  tx: TenantTx,
  userId: string,
  id: string | null,
  templateIds: readonly string[],
): Promise<boolean> {
  if (!templateIds.every(isUuid)) return false;
  const known = await tx.query<{ templateIds: string[] | null }>(
    `select template_ids::text[] as "templateIds" from bpm.substitution
      where tenant_id = $1 and user_id = $2 and id::text = $3`,
    [tx.tenant.id, userId, id],
  );
  const offered = new Set((await templatesFor(tx, userId, known)).map((each) => each.id));
  return templateIds.every((each) => offered.has(each.toLowerCase()));
}

export async function removeSubstitutions(
  tx: TenantTx,
  userId: string,
  ids: readonly string[],
): Promise<{ removed: number }> {
  const removed = await tx.run(
    'delete from bpm.substitution where tenant_id = $1 and user_id = $2 and id = any($3::uuid[])',
    [tx.tenant.id, userId, ids.filter(isUuid)],
  );
  return { removed };
}
