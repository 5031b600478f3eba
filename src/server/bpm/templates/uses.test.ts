import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from '../testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const group = async (name: string): Promise<string> => {
  const members = { userIds: [company.id('leader')] };
  return (await company.call('busmodel.workGroup.create', { name, members }, 'admin')).data.id;
};
const deleteGroup = (id: string) =>
  company.call('busmodel.workGroup.renovate', { id, version: 1, deleted: true }, 'admin');
const byGroup = (id: string) =>
  chain(start, { ...asks('a', []), candidates: [{ strategy: 40, param: [id] }] }, end);

describe('what an approval names is not deleted', () => {
  it('a work group that approves a step', async () => {
    const id = await group('采购委员会');
    const template = await company.template('采购申请', byGroup(id));
    expect(await deleteGroup(id)).toMatchObject({
      error: { reason: 'WORK_GROUP_IN_USE' },
      msg: '工作组“采购委员会”正被使用：流程模板“采购申请”，不能删除',
    });
    const { instanceId } = await company.start(template);
    await company.template(
      '采购申请',
      chain(start, asks('a', [company.id('leader')]), end),
      {},
      template,
    );
    expect((await deleteGroup(id)).error.reason).toBe('WORK_GROUP_IN_USE');
    await company.did(instanceId, 'leader', 'approve');
    expect((await deleteGroup(id)).msg).toBe('ok');
  });

  it('a role and a department whose people may start it', async () => {
    const made = await company.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '采购员', functions: [] },
      'admin',
    );
    const dept = await company.call(
      'upm.org.addOrgGroup',
      { title: '采购处', parentId: '-1' },
      'admin',
    );
    const initiators = { roleIds: [made.data.id], deptIds: [dept.data.id] };
    const nodes = chain(start, asks('a', [company.id('leader')]), end);
    const template = await company.template('补货', nodes, { initiators });
    const refused = await company.call('upm.roleMenu.delete', { id: made.data.id }, 'admin');
    expect(refused.msg).toBe('角色“采购员”还有流程模板“补货”在用，不能删除');
    const { data } = await company.call('upm.org.uses', { id: dept.data.id }, 'admin');
    expect(data.uses).toEqual([
      { title: '流程模板“补货”', records: null, link: `/build.html#/flow/${template}` },
    ]);
  });
});
