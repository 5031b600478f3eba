import { isAuthorized, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, likeWithin, type Context, type TenantTx } from '../../kernel/index.ts';
import { isAmongSql } from '../members/audience.ts';
import { ModelFinder } from './models.ts';

const PAGE_SIZE = 20;
type Reader = Pick<Context, 'userId' | 'session'>;
type Instance = DataOf<'busmodel.instance.detail'>;

const part = (column: string) =>
  `array(select w.${column} from upm.work_group_member w where w.tenant_id = $1
    and w.group_id = g.id and w.${column} is not null)`;
/**
 * Holds for the groups the reader ($2) may see: all who manages them ($3), else those they lead or
 * belong to.
 */
const MAY_SEE = `($3 or g.owner_id = $2 or ${isAmongSql('$2', {
  userIds: part('user_id'),
  roleIds: part('role_id'),
  deptIds: part('dept_id'),
})})`;
const LINE = `g.id, g.name, g.about, g.owner_id as "ownerId", coalesce((select m.real_name
  from upm.member m where m.tenant_id = $1
  and m.user_id = g.owner_id), '') as "ownerName", g.version, g.updated_at as "updatedAt"`;
const reader = (tx: TenantTx, { userId, session }: Reader) => [
  tx.tenant.id,
  userId,
  isAuthorized('can:workGroup.manage', session),
];

const countOf = (column: string, as: string) =>
  `(select count(${column})::integer from upm.work_group_member w where w.tenant_id = $1
    and w.group_id = g.id) as "${as}"`;

type Listed = DataOf<'busmodel.workGroup.list'>;

/** A page of the groups the reader may see, by name. */
export async function listGroups(
  tx: TenantTx,
  who: Reader,
  { keyword = '', current = 1, size = PAGE_SIZE }: InputOf<'busmodel.workGroup.list'>,
): Promise<Listed> {
  const where = `g.tenant_id = $1 and ${MAY_SEE} and lower(g.name) like $4`;
  const values = [...reader(tx, who), likeWithin(keyword)];
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from upm.work_group g where ${where}`,
    values,
  );
  const records = await tx.query<Listed['records'][number]>(
    `
    select ${LINE}, ${countOf('user_id', 'userCount')}, ${countOf('dept_id', 'deptCount')},
      ${countOf('role_id', 'roleCount')},
      (select count(*)::integer from upm.work_group_instance i where i.tenant_id = $1
        and i.group_id = g.id) as "instanceCount"
    from upm.work_group g where ${where} order by g.name collate "zh-x-icu", g.id limit $5 offset $6`,
    [...values, size, (current - 1) * size],
  );
  return { records, total: counted!.total, current, size };
}

interface InstanceRow {
  id: string;
  kind: 'app' | 'object';
  modelId: string;
  groupId: string;
  groupName: string;
}
const INSTANCE = `select i.id, i.kind, i.model_id as "modelId", i.group_id as "groupId",
    g.name as "groupName"
    from upm.work_group_instance i join upm.work_group g on g.tenant_id = i.tenant_id
    and g.id = i.group_id`;

async function named(tx: TenantTx, rows: readonly InstanceRow[]): Promise<Instance[]> {
  const models = await tx.state.of(ModelFinder).find(
    tx,
    rows.map(({ modelId }) => modelId),
  );
  return rows.map((row) => {
    const model = models.find(({ kind, modelId }) => kind === row.kind && modelId === row.modelId);
    return { ...row, name: model?.name ?? '已删除', state: model ? 'active' : 'gone' };
  });
}

type Detail = DataOf<'busmodel.workGroup.detail'>;
type Ids = 'userIds' | 'deptIds' | 'roleIds' | 'modelIds';
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const names = (
  table: string,
  column: string,
  id: string,
  name: string,
) => `coalesce((select json_agg(json_build_object('id', x.${id}, 'name', x.${name})
  order by x.${name} collate "zh-x-icu", x.${id})
  from upm.work_group_member w join ${table} x on x.tenant_id = w.tenant_id
    and x.${id} = w.${column} where w.tenant_id = $1 and w.group_id = g.id), '[]')`;

/**
 * A group with the names of its parts. Throws WORK_GROUP_UNKNOWN, also for one the reader may not
 * see.
 */
export async function groupDetail(tx: TenantTx, who: Reader, id: string): Promise<Detail> {
  const [row] = await tx.query<Omit<Detail, 'instances' | Ids>>(
    `
    select ${LINE}, ${names('upm.member', 'user_id', 'user_id', 'real_name')} as users,
      ${names('upm.dept', 'dept_id', 'id', 'title')} as depts,
      ${names('upm.role', 'role_id', 'id', 'name')} as roles
    from upm.work_group g where g.tenant_id = $1 and ${MAY_SEE} and g.id = $4`,
    [...reader(tx, who), id],
  );
  if (!row) throw new AppError('WORK_GROUP_UNKNOWN');
  const instances = await tx.query<InstanceRow>(
    `${INSTANCE} where i.tenant_id = $1 and i.group_id = $2 order by i.kind, i.created_at, i.id`,
    [tx.tenant.id, id],
  );
  return {
    ...row,
    instances: await named(tx, instances),
    userIds: idsOf(row.users),
    deptIds: idsOf(row.depts),
    roleIds: idsOf(row.roles),
    modelIds: instances.map(({ modelId }) => modelId),
  };
}

/** What the groups the reader may see work on, or one of them. */
export async function listInstances(
  tx: TenantTx,
  who: Reader,
  { groupId, current = 1, size = PAGE_SIZE }: InputOf<'busmodel.instance.list'>,
): Promise<DataOf<'busmodel.instance.list'>> {
  const where = `i.tenant_id = $1 and ${MAY_SEE} and ($4::text is null or g.id = $4)`;
  const values = [...reader(tx, who), groupId ?? null];
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from (${INSTANCE} where ${where}) x`,
    values,
  );
  const rows = await tx.query<InstanceRow>(
    `${INSTANCE} where ${where} order by g.name collate "zh-x-icu", i.kind, i.created_at, i.id
      limit $5 offset $6`,
    [...values, size, (current - 1) * size],
  );
  return { records: await named(tx, rows), total: counted!.total, current, size };
}

/** Throws INSTANCE_UNKNOWN, also for one of a group the reader may not see. */
export async function instanceDetail(tx: TenantTx, who: Reader, id: string): Promise<Instance> {
  const rows = await tx.query<InstanceRow>(
    `${INSTANCE} where i.tenant_id = $1 and ${MAY_SEE} and i.id = $4`,
    [...reader(tx, who), id],
  );
  const [instance] = await named(tx, rows);
  if (!instance) throw new AppError('INSTANCE_UNKNOWN');
  return instance;
}
