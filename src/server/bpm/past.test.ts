import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const objectId = async (apiName: string): Promise<string> =>
  (await company.call('bizmeta.describe.detail', { apiName }, 'builder')).data.id;
const form = (instanceId: string, as: string) =>
  company.call('bpm.process.form', { instanceId }, as);
const titles = async (call: 'bpm.work.finished' | 'bpm.work.owner', as: string) =>
  (await company.call(call, {}, as)).data.records.map(({ instanceId }) => instanceId);

describe('an object that is deleted', () => {
  const make = async () => {
    const apiName = `once${Math.floor(Math.random() * 1e9)}`;
    const made = await company.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName,
          label: '一次的',
          fields: [
            { apiName: 'what', label: '采购什么', type: 'text' },
            { apiName: 'price', label: '底价', type: 'integer' },
          ],
        },
      },
      'builder',
    );
    expect(made.msg).toBe('ok');
    const perms = { fieldPerms: { price: 'hidden' } };
    const template = async (name: string) =>
      (
        await company.call(
          'bpm.template.commit',
          {
            template: { name, objectApiName: apiName },
            nodes: chain(start, asks('lead', [company.id('leader')], perms), end),
          },
          'builder',
        )
      ).data.id;
    return { apiName, template };
  };
  const remove = async (apiName: string) => {
    const id = await objectId(apiName);
    const contents = await company.call('bizmeta.bin.contents', { kind: 'object', id }, 'builder');
    expect((await company.call('bizmeta.describe.delete', { apiName }, 'builder')).msg).toBe('ok');
    return { id, contents: contents.data };
  };

  it('leaves what was decided to those who had a part in it, and the builder is asked with its flows named', async () => {
    const { apiName, template } = await make();
    const used = await template(`采购 ${apiName}`);
    const unused = await template(`没用过 ${apiName}`);
    const started = await company.call(
      'bpm.work.start',
      { templateId: used, record: { what: '投影仪', price: 4000 } },
      'builder',
    );
    const { instanceId } = started.data;
    await company.did(instanceId, 'leader', 'approve', { opinion: '同意采购' });
    const { id, contents } = await remove(apiName);
    expect(contents).toMatchObject({ flows: 2, ended: 1 });

    const check = async () => {
      expect(await titles('bpm.work.finished', 'leader')).toContain(instanceId);
      expect(await titles('bpm.work.owner', 'builder')).toContain(instanceId);
      const detail = await company.detail(instanceId, 'leader');
      expect(detail).toMatchObject({ state: 'approved', offered: [] });
      expect(JSON.stringify(detail.events)).toContain('同意采购');
      // As it was decided, by the rights of the step.
      const shown = await form(instanceId, 'leader');
      expect(shown.data).toMatchObject({ record: { what: '投影仪' }, isFinal: true });
      expect(shown.data.describe.fields.map(({ label }) => label)).toEqual(['采购什么']);
      expect(JSON.stringify(shown.data)).not.toContain('4000');
      expect((await form(instanceId, 'builder')).data.record).toMatchObject({ price: 4000 });
      expect((await form(instanceId, 'sales')).error.reason).toBe('FLOW_UNKNOWN');
    };
    await check();
    expect((await company.call('bizmeta.bin.purge', { kind: 'object', id }, 'builder')).msg).toBe(
      'ok',
    );
    await check();
    const counts = await company.call('bpm.work.groups', { list: 'finished' }, 'leader');
    expect(counts.msg).toBe('ok');

    // Its templates are gone, and the name is free for another object that shows nothing of it.
    for (const each of [used, unused])
      expect((await company.call('bpm.template.info', { id: each }, 'builder')).error.reason).toBe(
        'FLOW_TEMPLATE_UNKNOWN',
      );
    const deleted = await company.call('bpm.template.view', { isDeleted: true }, 'builder');
    expect(deleted.data.records).toEqual([]);
    const fields = [{ apiName: 'what', label: '别的', type: 'text' as const }];
    const again = await company.call(
      'bizmeta.describe.create',
      { describe: { apiName, label: '同名的', fields } },
      'builder',
    );
    expect(again.msg).toBe('ok');
    await check();
  });
});
