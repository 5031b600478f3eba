import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from '../testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const nodes = () => chain(start, asks('a', [company.id('leader')]), end);
const remove = (id: string) => company.call('bpm.template.delete', { id }, 'builder');
const restore = (id: string) => company.call('bpm.template.restore', { id }, 'builder');
const create = (name: string) =>
  company.call('bpm.template.create', { name, objectApiName: 'leave' }, 'builder');
const named = async (query: string) =>
  (await company.call('bpm.template.view', { query, size: 100 }, 'builder')).data.records.map(
    ({ name }) => name,
  );

describe('the name of a template', () => {
  it('a deleted template is restored under a name that is free by then', async () => {
    const old = await company.template('年假', nodes());
    await remove(old);
    await company.template('年假', nodes());
    const first = await restore(old);
    expect(first).toMatchObject({ msg: 'ok', data: { name: '年假 2', state: 'disabled' } });
    expect((await named('年假')).toSorted()).toEqual(['年假', '年假 2']);
    // It can be published again by a program, under the name it has now.
    await company.template('年假 2', nodes(), {}, old);
  });

  it('two builders who give it at the same moment: one of them gets it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create('同时')));
    expect(answers.map(({ msg }) => msg).filter((msg) => msg === 'ok')).toHaveLength(1);
    for (const { error } of answers.filter(({ msg }) => msg !== 'ok'))
      expect(error.errors).toMatchObject([{ path: '/template/name', reason: 'NAME_TAKEN' }]);
    expect(await named('同时')).toEqual(['同时']);
  });

  it('is not restored while its object is in the bin', async () => {
    const fields = [{ apiName: 'title', label: '名称', type: 'text' as const }];
    const made = await company.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'gone', label: '走了', fields } },
      'builder',
    );
    const template = await company.call(
      'bpm.template.create',
      { name: '走了的', objectApiName: 'gone' },
      'builder',
    );
    await remove(template.data.id);
    expect(made.msg).toBe('ok');
    const binned = await company.call('bizmeta.describe.delete', { apiName: 'gone' }, 'builder');
    expect(binned.msg).toBe('ok');
    expect((await restore(template.data.id)).error.reason).toBe('BIN_NEEDS');
  });
});
