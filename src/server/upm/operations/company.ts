import { RESOURCE_WORDS, type InputOf, type ResourceState } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing, Wording } from '../../log/index.ts';
import { areaName } from '../areas.ts';
import { byName, inOrder, members, named, newest } from './lookups.ts';

interface CompanyRow {
  id: string;
  name: string;
  code: string;
  industry: string;
  area: string;
  address: string;
  contact: string;
  mobile: string;
  email: string;
  intro: string;
  logo: string;
  domain: string;
  inUse: boolean;
  invite: string;
}
const COMPANY = `select t.id, t.name, coalesce(t.code, '') as code, t.industry, t.area, t.address,
    t.contact_name as contact, t.contact_mobile as mobile,
    t.contact_email as email, t.intro, t.logo_url as logo, coalesce(t.domain, '') as domain,
      t.domain_status = 1 as "inUse",
    coalesce((select case when i.status = 'on'
      then '启用，至 ' || to_char(i.expires_at at time zone 'Asia/Shanghai',
      'YYYY-MM-DD') || '，第 ' || left(i.id, 13) || ' 号' || case when i.approval then '，加入需审批' else '' end else '停用' end
      from upm.invite i where i.tenant_id = t.id order by i.created_at desc
        limit 1), '没有') as invite
  from upm.tenant t where t.id = $1`;

const read = async (tx: TenantTx): Promise<CompanyRow> =>
  (await tx.query<CompanyRow>(COMPANY, [tx.tenant.id]))[0]!;
const company = ({ id, name }: CompanyRow, facts: Thing['facts']): Thing => ({
  kind: '企业',
  id,
  name,
  facts: facts ?? {},
});

/** An operation about the company itself, with some of its data. */
const ofCompany = <I>(
  deed: Wording<I>['deed'],
  facts: (row: CompanyRow) => Thing['facts'],
): Wording<I> => ({
  deed,
  things: async ({ tx }) => {
    const row = await read(tx);
    return [company(row, facts(row))];
  },
});

const profile = (row: CompanyRow): Thing['facts'] => ({
  名称: row.name,
  企业代号: row.code,
  行业: row.industry,
  地区: row.area && (areaName(row.area) ?? row.area),
  地址: row.address,
  联系人: row.contact,
  联系电话: row.mobile,
  联系邮箱: row.email,
  简介: row.intro,
});

const changeAdmin: Wording<InputOf<'upm.tenant.changeAdmin'>> = {
  deed: () => '转移主管理员',
  things: async ({ tx, input, userId }) => members(tx, [userId, input.userId]),
};

function inviteDeed({
  status,
  renew,
  days,
  approval,
}: InputOf<'upm.region.inviteLinkControl'>): string {
  if (approval !== undefined) return approval ? '开启加入审批' : '关闭加入审批';
  if (renew || days !== undefined) return '更换企业邀请链接';
  if (status === undefined) return '设置企业邀请链接';
  return status === 1 ? '启用企业邀请链接' : '停用企业邀请链接';
}

interface ResourceRow {
  id: string;
  title: string;
  intro: string;
  category: string;
  visibility: string;
  status: ResourceState;
  invited: string;
}
const RESOURCE = `select id, title, intro, category, visibility, status, array_to_string(invited,
  '、') as invited from upm.industry_resource where tenant_id = $1 and id = any($2)`;
const VISIBILITY_WORDS: Readonly<Record<string, string>> = {
  public: '公开',
  region: '本区域',
  invited: '受邀企业',
};

async function resources(tx: TenantTx, ids: readonly string[]): Promise<Thing[]> {
  const rows = await tx.query<ResourceRow>(RESOURCE, [tx.tenant.id, ids]);
  return inOrder(
    '行业资源',
    ids,
    rows.map(({ id, title, intro, category, visibility, status, invited }) => ({
      kind: '行业资源',
      id,
      name: title,
      facts: {
        标题: title,
        介绍: intro,
        分类: category,
        可见范围: VISIBILITY_WORDS[visibility] ?? visibility,
        受邀企业: invited,
        状态: RESOURCE_WORDS[status].is,
      },
    })),
  );
}

const createResource: Wording<InputOf<'upm.industryResource.create'>> = {
  deed: () => '新建行业资源草稿',
  things: async ({ tx, input: { title }, userId, done }) => {
    if (!done) return [byName('行业资源', title)];
    return resources(
      tx,
      await newest(
        tx,
        `select id from upm.industry_resource where tenant_id = $1 and created_by = $2
          order by created_at desc, id desc limit 1`,
        [userId],
      ),
    );
  },
};

export const companyWordings = {
  'upm.tenant.updateTenant': ofCompany<InputOf<'upm.tenant.updateTenant'>>(
    () => '修改企业资料',
    profile,
  ),
  'upm.tenant.updateLogo': ofCompany<InputOf<'upm.tenant.updateLogo'>>(
    ({ picture }) => (picture === null ? '去掉企业标志' : '更换企业标志'),
    ({ logo }) => ({ 标志: logo && '自己的图片' }),
  ),
  'upm.tenant.changeAdmin': changeAdmin,
  'upm.region.inviteLinkControl': ofCompany<InputOf<'upm.region.inviteLinkControl'>>(
    inviteDeed,
    ({ invite }) => ({ 邀请链接: invite }),
  ),
  'upm.region.updateDomain': ofCompany<InputOf<'upm.region.updateDomain'>>(
    ({ domain }) => (domain.trim() ? '修改企业域名' : '取消企业域名'),
    ({ domain }) => ({ 域名: domain }),
  ),
  'upm.region.updateDomainStatus': ofCompany<InputOf<'upm.region.updateDomainStatus'>>(
    ({ status }) => (status === 1 ? '启用企业域名' : '停用企业域名'),
    ({ domain, inUse }) => ({ 域名: domain, 使用: inUse ? '启用' : '停用' }),
  ),
  'upm.industryResource.create': createResource,
  'upm.industryResource.update': {
    deed: ({ status }) => (status ? `行业资源${RESOURCE_WORDS[status].deed}` : '修改行业资源'),
    things: ({ tx, input: { id } }) => resources(tx, [id]),
  } satisfies Wording<InputOf<'upm.industryResource.update'>>,
  'upm.industryResource.remove': {
    deed: () => '删除行业资源',
    things: async ({ tx, input: { id }, done }) =>
      done ? [] : (await resources(tx, [id])).map(named),
  } satisfies Wording<InputOf<'upm.industryResource.remove'>>,
};
