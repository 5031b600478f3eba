import type {
  DefaultAccess,
  DynamicMembers,
  FieldDescribe,
  InputOf,
  ObjectGrant,
} from '../../../contract/index.ts';
import { grantSentence } from '../../../values/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing, Wording } from '../../log/index.ts';
import { pageKeyOf } from '../apps/navigation.ts';
import { isUuid } from '../fields/values.ts';
import { configureAccess } from './config.ts';
import { appsOf, ownPages } from './entry.ts';
import { grantedObjects, NEW_OBJECTS } from './objects.ts';
import { groupRows, isWithin, type GroupRow } from './rows.ts';
import { inNames } from './stored-grants.ts';

/** How changes of authority groups are worded in the operation log: who is given what. */

const KIND = '授权组';
const DYNAMIC: Readonly<Record<DynamicMembers, string>> = {
  deptOwners: '所有部门负责人',
  superiors: '所有有下属的人',
};
const NAMES = `SELECT coalesce(string_agg(coalesce(u.real_name, d.title, r.name, w.name), '、'
    ORDER BY num_nulls(m.user_id, m.dept_id, m.role_id), coalesce(u.real_name, d.title, r.name,
      w.name) COLLATE "zh-x-icu"), '') AS names
  FROM bizmeta.authority_group_member m
  LEFT JOIN upm.member u ON u.tenant_id = m.tenant_id AND u.user_id = m.user_id
  LEFT JOIN upm.dept d ON d.tenant_id = m.tenant_id AND d.id = m.dept_id
  LEFT JOIN upm.role r ON r.tenant_id = m.tenant_id AND r.id = m.role_id
  LEFT JOIN upm.work_group w ON w.tenant_id = m.tenant_id AND w.id = m.work_group_id
  WHERE m.tenant_id = $1 AND m.group_id = $2::uuid`;
const PLACE = `SELECT coalesce('应用“' || a.name || '”', '对象“' || o.label || '”', '全企业') AS place
  FROM bizmeta.authority_group g
  LEFT JOIN bizmeta.app a ON a.tenant_id = g.tenant_id AND a.id = g.app_id
  LEFT JOIN bizmeta.object o ON o.tenant_id = g.tenant_id AND o.id = g.object_id
  WHERE g.tenant_id = $1 AND g.id = $2::uuid`;

/** What is granted on each object, by a title that names it. */
async function grantFacts(tx: TenantTx, row: GroupRow): Promise<Record<string, string>> {
  const objects = (await grantedObjects(tx, { ids: Object.keys(row.grants) })).filter((object) =>
    isWithin(row, object),
  );
  const depts = await tx.query<{ id: string; title: string }>(
    `SELECT id, title FROM upm.dept WHERE tenant_id = $1
      AND strpos($2, id) > 0`,
    [tx.tenant.id, JSON.stringify(row.grants)],
  );
  const titles = new Map(depts.map(({ id, title }) => [id, title]));
  const deptTitle = (id: string): string => titles.get(id) ?? '已删除的部门';
  const grants = inNames(row.grants, objects).objects;
  const pages = await ownPages(tx, row.pages);
  const apps = await appsOf(tx, row.apps);
  const views = await tx.query<{ id: string; title: string }>(
    `SELECT id, name AS title FROM bizmeta.custom_view WHERE tenant_id = $1
      AND id::text = ANY($2)`,
    [tx.tenant.id, Object.values(row.grants).flatMap((grant) => grant.views ?? [])],
  );
  const viewTitles = new Map(views.map(({ id, title }) => [id, title]));
  const viewNames = ({ views: ids = [] }: ObjectGrant): string =>
    ids.map((id) => viewTitles.get(id) ?? '已删除的视图').join('、');
  return {
    可以进入的应用: apps.map(({ name }) => name).join('、'),
    可以打开的页面: pages.map(({ title, key }) => title || key).join('、'),
    ...Object.fromEntries(
      objects.map((object) => [
        `“${object.label}”的视图`,
        viewNames(row.grants[object.id] ?? { ops: [] }),
      ]),
    ),
    授权的对象: objects.map(({ label }) => label).join('、'),
    ...Object.fromEntries(
      objects.map((object) => [
        `“${object.label}”的权限`,
        grantSentence(grants[object.apiName], {
          fields: object.fields as unknown as FieldDescribe[],
          deptTitle,
          whole: true,
        }),
      ]),
    ),
  };
}

async function thingOf(tx: TenantTx, row: GroupRow): Promise<Thing> {
  const own = [tx.tenant.id, row.id];
  const [members] = await tx.query<{ names: string }>(NAMES, own);
  const [there] = await tx.query<{ place: string }>(PLACE, own);
  return {
    kind: KIND,
    id: row.id,
    name: row.name,
    facts: {
      名称: row.name,
      范围: there?.place ?? '',
      成员:
        row.type === 'default'
          ? '全体成员'
          : [...(row.members.dynamic ?? []).map((kind) => DYNAMIC[kind]), members?.names ?? '']
              .filter((name) => name !== '')
              .join('、'),
      状态: row.enabled ? '启用' : '停用',
      ...(await grantFacts(tx, row)),
    },
  };
}

async function groupById(tx: TenantTx, id: string): Promise<Thing[]> {
  const [row] = isUuid(id) ? await groupRows(tx, 'g.id = $2::uuid', [id]) : [];
  return [row ? await thingOf(tx, row) : { kind: KIND, id, name: `不存在的${KIND}` }];
}

const ofGroup = <I extends { id: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: ({ tx, input: { id } }) => groupById(tx, id),
});

function updateDeed({
  enabled,
  members,
  grants,
  name,
}: InputOf<'bizmeta.authgroup.update'>): string {
  const given = [enabled, members, grants, name].filter((each) => each !== undefined).length;
  if (given === 1 && enabled !== undefined) return enabled ? '启用授权组' : '停用授权组';
  if (given === 1 && members) return '设置授权组的成员';
  return given === 1 && grants ? '修改授权组的权限' : '修改授权组';
}

const ACCESS = { all: '所有成员', none: '仅授权组成员' } as const;

type Config = InputOf<'bizmeta.authgroup.config'>;

/** What is opened or closed, by its name; null when it is not there. */
async function configured(
  tx: TenantTx,
  { objectApiName, appId, page }: Config,
): Promise<Omit<Thing, 'kind' | 'facts'> | null> {
  if (objectApiName !== undefined) {
    const [object] = await grantedObjects(tx, { names: [objectApiName] });
    return object ? { id: object.id, name: object.label } : null;
  }
  if (appId !== undefined) return (await appsOf(tx, [appId]))[0] ?? null;
  const [found] = await ownPages(tx, [pageKeyOf(page ?? '')]);
  return found ? { id: found.key, name: found.title || found.key } : null;
}

/** Of each kind: what it is called, and what its setting says. */
const PLACES = {
  objectApiName: ['对象', '可以使用记录的人', '使用对象的记录'],
  appId: ['应用', '可以进入的人', '进入应用'],
  page: ['页面', '可以打开的人', '打开页面'],
} as const;
const placeOf = (input: Config) =>
  PLACES[input.appId !== undefined ? 'appId' : input.page !== undefined ? 'page' : 'objectApiName'];

async function companyThing(tx: TenantTx): Promise<Thing[]> {
  const [company] = await tx.query<{ access: DefaultAccess }>(`SELECT ${NEW_OBJECTS} AS access`, [
    tx.tenant.id,
  ]);
  const facts = { 可以使用新建对象的人: ACCESS[company!.access] };
  return [{ kind: '数据权限', id: 'newObjects', name: '新建的对象', facts }];
}

const isOfCompany = ({ objectApiName, appId, page }: Config): boolean =>
  objectApiName === undefined && appId === undefined && page === undefined;

async function configThings(tx: TenantTx, input: Config): Promise<Thing[]> {
  if (isOfCompany(input)) return companyThing(tx);
  const [kind, fact] = placeOf(input);
  const found = await configured(tx, input);
  const named = input.objectApiName ?? input.appId ?? input.page ?? '';
  if (!found) return [{ kind, id: named, name: `不存在的${kind}` }];
  const { defaultAccess: _asked, ...which } = input;
  const { defaultAccess } = await configureAccess(tx, which);
  return [{ kind, ...found, facts: { [fact]: ACCESS[defaultAccess!] } }];
}

function configDeed(input: Config): string {
  if (isOfCompany(input)) {
    if (input.newObjects === undefined) return '查看新建对象的默认权限';
    return `${input.newObjects === 'none' ? '只让授权组成员' : '让所有成员'}使用以后新建的对象`;
  }
  const [kind, , what] = placeOf(input);
  if (input.defaultAccess === undefined) return `查看${kind}的默认权限`;
  return input.defaultAccess === 'none' ? `只让授权组成员${what}` : `让所有成员${what}`;
}

export const authorityWordings = {
  'bizmeta.authgroup.create': {
    deed: () => '新建授权组',
    things: async ({ tx, input: { name }, done }) => {
      // The name is of one group only within its place; the newest is the one just made.
      const rows = done ? await groupRows(tx, 'lower(g.name) = lower($2)', [name.trim()]) : [];
      const newest = rows.reduce<GroupRow | undefined>(
        (last, row) => (last && last.id > row.id ? last : row),
        undefined,
      );
      return newest ? [await thingOf(tx, newest)] : [{ kind: KIND, id: '', name: name.trim() }];
    },
  } satisfies Wording<InputOf<'bizmeta.authgroup.create'>>,
  'bizmeta.authgroup.update': ofGroup<InputOf<'bizmeta.authgroup.update'>>(updateDeed),
  'bizmeta.authgroup.memberUpdate': ofGroup<InputOf<'bizmeta.authgroup.memberUpdate'>>(
    () => '设置授权组的成员',
  ),
  'bizmeta.authgroup.remove': {
    deed: () => '删除授权组',
    things: async ({ tx, input: { id }, done }) => (done ? [] : groupById(tx, id)),
  } satisfies Wording<InputOf<'bizmeta.authgroup.remove'>>,
  'bizmeta.authgroup.sort': {
    deed: () => '调整授权组的顺序',
    things: async ({ tx, input: { ids } }) => {
      const rows = await groupRows(tx, 'g.id::text = ANY($2)', [ids]);
      if (rows.length === 0) return [{ kind: KIND, id: ids[0] ?? '', name: `不存在的${KIND}` }];
      return rows.map(({ id, name }) => ({ kind: KIND, id, name }));
    },
  } satisfies Wording<InputOf<'bizmeta.authgroup.sort'>>,
  'bizmeta.authgroup.config': {
    deed: configDeed,
    things: ({ tx, input }) => configThings(tx, input),
  } satisfies Wording<InputOf<'bizmeta.authgroup.config'>>,
};
