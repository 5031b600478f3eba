import type { InputOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing, Wording } from '../../log/index.ts';

/** How changes of applications and objects are worded in the operation log. */

const STATES: Readonly<Record<string, string>> = { draft: '草稿', open: '已开放', off: '已停用' };

interface AppRow {
  id: string;
  name: string;
  description: string;
  domain: string;
  domain_active: boolean;
  state: string;
  ord: number;
  style: string;
  entries: number;
}
const APPS = `SELECT id::text, name, description, coalesce(domain, '') AS domain, domain_active,
    state, ord, style, json_array_length(nav) AS entries FROM bizmeta.app WHERE tenant_id = $1`;

const appThing = (row: AppRow): Thing => ({
  kind: '应用',
  id: row.id,
  name: row.name,
  facts: {
    名称: row.name,
    说明: row.description,
    图标: styleWords(row.style),
    访问地址: row.domain,
    访问地址状态: row.domain_active ? '启用' : '停用',
    状态: STATES[row.state] ?? row.state,
  },
});
function styleWords(style: string): string {
  const { icon, color } = JSON.parse(style) as { icon: string; color: string };
  return `${icon} ${color}`;
}

const apps = async (tx: TenantTx, where: string, values: readonly unknown[]): Promise<Thing[]> =>
  (await tx.query<AppRow>(`${APPS} AND ${where}`, [tx.tenant.id, ...values])).map(appThing);
/** What is not there is named so. */
const orUnknown = (found: Thing[], kind: string, id: string): Thing[] =>
  found.length > 0 ? found : [{ kind, id, name: `不存在的${kind}` }];
const appById = async (tx: TenantTx, id: string): Promise<Thing[]> =>
  orUnknown(await apps(tx, 'id::text = $2', [id]), '应用', id);

interface ObjectRow {
  id: string;
  label: string;
  description: string;
  icon: string;
  active: boolean;
  app: string;
  fields: number;
}
const OBJECTS = `SELECT o.id::text, o.label, o.description, o.icon, o.active,
    coalesce(a.name, '') AS app, (SELECT count(*) FROM bizmeta.field f
      WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id AND f.removed_at IS NULL) AS fields
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.tenant_id = $1 AND o.parent_field IS NULL`;
const objectThing = (row: ObjectRow): Thing => ({
  kind: '对象',
  id: row.id,
  name: row.label,
  facts: {
    名称: row.label,
    说明: row.description,
    图标: row.icon,
    应用: row.app,
    状态: row.active ? '启用' : '停用',
    字段: `${row.fields} 个`,
  },
});
const objects = async (tx: TenantTx, where: string, values: readonly unknown[]): Promise<Thing[]> =>
  (await tx.query<ObjectRow>(`${OBJECTS} AND ${where}`, [tx.tenant.id, ...values])).map(
    objectThing,
  );
const objectByName = async (tx: TenantTx, apiName: string): Promise<Thing[]> =>
  orUnknown(
    await objects(tx, 'o.api_name = $2 AND o.deleted_at IS NULL', [apiName]),
    '对象',
    apiName,
  );
const objectById = async (tx: TenantTx, id: string): Promise<Thing[]> =>
  orUnknown(await objects(tx, 'o.id::text = $2', [id]), '对象', id);

const named = ({ kind, id, name }: Thing): Thing => ({ kind, id, name });
const byName = (kind: string, name: string): Thing => ({ kind, id: '', name: name.trim() });

/** A wording of what changes one application. */
const ofApp = <I extends { id: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: ({ tx, input: { id } }) => appById(tx, id),
});
/** What is gone afterwards is named as it was before. */
const goneApp: Wording<InputOf<'bizmeta.app.delete'>> = {
  deed: () => '删除应用',
  things: async ({ tx, input: { id }, done }) => (done ? [] : (await appById(tx, id)).map(named)),
};

type BinInput = InputOf<'bizmeta.bin.restore'>;
const fromBin = (deed: (kind: string) => string): Wording<BinInput> => ({
  deed: ({ kind }) => deed(kind === 'app' ? '应用' : '对象'),
  things: async ({ tx, input: { kind, id }, done }) => {
    // What was purged is named as it was before.
    const found = kind === 'app' ? await appById(tx, id) : await objectById(tx, id);
    return done && found[0]?.facts === undefined ? [] : found.map(named);
  },
});

const NAV_DEEDS: Record<InputOf<'bizmeta.app.navigation'>['do'], string> = {
  add: '添加菜单项',
  set: '修改菜单项',
  move: '移动菜单项',
  remove: '移除菜单项',
};

function updateDeed(input: InputOf<'bizmeta.app.update'>, before: readonly Thing[]): string {
  const others = [input.description, input.style, input.domain].some(
    (value) => value !== undefined,
  );
  return !others && before[0]?.name !== input.name ? '应用改名' : '修改应用';
}

const objectInput = <I extends { apiName: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: ({ tx, input }) => objectByName(tx, input.apiName),
});

const objectOfRecords = <I extends { object: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: async ({ tx, input }) => (await objectByName(tx, input.object)).map(named),
});

export const builderWordings = {
  'bizmeta.record.copy': objectOfRecords<InputOf<'bizmeta.record.copy'>>(
    ({ ids }) => `复制 ${ids.length} 条记录`,
  ),
  'bizmeta.record.bulkSet': objectOfRecords<InputOf<'bizmeta.record.bulkSet'>>(
    ({ ids }) => `批量修改 ${ids.length} 条记录`,
  ),
  'bizmeta.record.undoBulk': objectOfRecords<InputOf<'bizmeta.record.undoBulk'>>(
    () => '撤销批量修改',
  ),
  'bizmeta.record.transfer': objectOfRecords<InputOf<'bizmeta.record.transfer'>>(
    ({ ids }) => `转移 ${ids.length} 条记录的负责人`,
  ),
  'bizmeta.recordBin.purge': objectOfRecords<InputOf<'bizmeta.recordBin.purge'>>(
    ({ ids }) => `彻底删除 ${ids.length} 条记录`,
  ),
  'bizmeta.recordBin.empty': objectOfRecords<InputOf<'bizmeta.recordBin.empty'>>(
    () => '清空记录回收站',
  ),
  'bizmeta.app.save': {
    deed: () => '新建应用',
    things: async ({ tx, input: { name }, done }) =>
      done ? apps(tx, 'name = $2 AND deleted_at IS NULL', [name.trim()]) : [byName('应用', name)],
  } satisfies Wording<InputOf<'bizmeta.app.save'>>,
  'bizmeta.template.create': {
    deed: () => '用模板新建应用',
    things: async ({ tx, input: { name }, done }) =>
      done ? apps(tx, 'name = $2 AND deleted_at IS NULL', [name.trim()]) : [byName('应用', name)],
  } satisfies Wording<InputOf<'bizmeta.template.create'>>,
  'bizmeta.app.update': ofApp<InputOf<'bizmeta.app.update'>>(updateDeed),
  'bizmeta.app.sort': {
    deed: () => '调整应用顺序',
    things: async ({ tx, input: { ids } }) =>
      orUnknown(
        await apps(tx, 'id::text = ANY($2) AND deleted_at IS NULL ORDER BY ord', [ids]),
        '应用',
        '',
      ).map(named),
  } satisfies Wording<InputOf<'bizmeta.app.sort'>>,
  'bizmeta.app.active': ofApp<InputOf<'bizmeta.app.active'>>(({ active }) =>
    active ? '开放应用' : '停用应用',
  ),
  'bizmeta.app.domainUpdate': ofApp<InputOf<'bizmeta.app.domainUpdate'>>(
    () => '修改应用的访问地址',
  ),
  'bizmeta.app.domainStatus': ofApp<InputOf<'bizmeta.app.domainStatus'>>(({ active }) =>
    active ? '启用应用的访问地址' : '停用应用的访问地址',
  ),
  'bizmeta.app.navigation': {
    deed: ({ do: what }) => NAV_DEEDS[what],
    things: async ({ tx, input: { id, title } }) => [
      ...(await appById(tx, id)).map(named),
      ...(title ? [byName('菜单项', title)] : []),
    ],
  } satisfies Wording<InputOf<'bizmeta.app.navigation'>>,
  'bizmeta.app.delete': goneApp,
  'bizmeta.app.copy': ofApp<InputOf<'bizmeta.app.copy'>>(({ withRecords }) =>
    withRecords ? '复制应用和记录' : '复制应用',
  ),
  'bizmeta.describe.create': {
    deed: () => '新建对象',
    things: async ({ tx, input: { describe }, done }) =>
      done
        ? objects(tx, 'o.deleted_at IS NULL ORDER BY o.no DESC LIMIT 1', [])
        : [byName('对象', describe.label)],
  } satisfies Wording<InputOf<'bizmeta.describe.create'>>,
  'bizmeta.describe.fromTable': {
    deed: () => '粘贴表格新建对象',
    things: async ({ tx, input: { label }, done }) =>
      done
        ? objects(tx, 'o.deleted_at IS NULL ORDER BY o.no DESC LIMIT 1', [])
        : [byName('对象', label)],
  } satisfies Wording<InputOf<'bizmeta.describe.fromTable'>>,
  'bizmeta.describe.update': {
    deed: () => '修改对象',
    things: ({ tx, input: { describe } }) =>
      describe.id === undefined
        ? objectByName(tx, describe.apiName ?? '')
        : objectById(tx, describe.id),
  } satisfies Wording<InputOf<'bizmeta.describe.update'>>,
  'bizmeta.describe.delete': {
    deed: () => '删除对象',
    things: async ({ tx, input: { apiName }, done }) =>
      done ? [] : (await objectByName(tx, apiName)).map(named),
  } satisfies Wording<InputOf<'bizmeta.describe.delete'>>,
  'bizmeta.describe.copy': objectInput<InputOf<'bizmeta.describe.copy'>>(({ withRecords }) =>
    withRecords ? '复制对象和记录' : '复制对象',
  ),
  'bizmeta.describe.active': objectInput<InputOf<'bizmeta.describe.active'>>(({ active }) =>
    active ? '启用对象' : '停用对象',
  ),
  'bizmeta.bin.restore': fromBin((what) => `恢复${what}`),
  'bizmeta.bin.purge': fromBin((what) => `彻底删除${what}`),
  'bizmeta.bin.empty': {
    deed: () => '清空回收站',
    things: async ({ tx, done }) =>
      done
        ? []
        : [
            byName('回收站', '应用和对象'),
            ...(await apps(tx, 'deleted_at IS NOT NULL', [])).map(named),
            ...(await objects(tx, 'o.deleted_at IS NOT NULL AND o.deleted_with IS NULL', [])).map(
              named,
            ),
          ],
  } satisfies Wording<InputOf<'bizmeta.bin.empty'>>,
};
