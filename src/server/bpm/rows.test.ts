import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

/** Orders with lines, of which each has a leave of its own. */
let company: Company;
let child = '';
beforeAll(async () => {
  company = await Company.open();
  const lines = [
    { apiName: 'item', label: '货品', type: 'text' },
    { apiName: 'qty', label: '数量', type: 'integer' },
    { apiName: 'rate', label: '折扣', type: 'percent' },
  ];
  const fields = [
    { apiName: 'title', label: '标题', type: 'text' },
    { apiName: 'lines', label: '明细', type: 'subTable', fields: lines },
  ];
  const made = await company.call(
    'bizmeta.describe.create',
    { describe: { apiName: 'buy', label: '采购', fields } } as never,
    'builder',
  );
  expect(made.error?.errors ?? made.msg).toBe('ok');
  child = await company.template('逐行请假', chain(start, asks('x', [company.id('leader')]), end));
});
afterAll(() => company.close());

/** Publishes a template that starts a leave for each line. */
const commits = (name: string, values: Record<string, string>, each: string | null = 'lines') =>
  company.call(
    'bpm.template.commit',
    {
      template: { name, objectApiName: 'buy', settings: {} },
      nodes: chain(
        start,
        {
          id: 'sub',
          type: 'subProcess',
          name: '每行',
          templateId: child,
          ...(each !== null && { each }),
          values,
        } as never,
        end,
      ),
    },
    'builder',
  );

describe('a sub-process for each row', () => {
  it('writes what is computed of its row and of the whole record', async () => {
    const { data, error } = await commits('逐行', {
      reason: "row.item & '：' & title & '共' & text(sum(lines.qty))",
      days: 'row.qty * 2 + row.rate * 10',
    });
    expect(error?.errors).toBeUndefined();
    const record = {
      title: '春季',
      lines: [
        { item: '纸', qty: 1, rate: 50 },
        { item: '笔', qty: 2, rate: 100 },
      ],
    };
    const { instanceId } = await company.start(data.id, 'user', record);
    const { children } = await company.detail(instanceId);
    const ids = children.map(({ instanceId: id }) => id);
    const records = await Promise.all(
      ids.map(async (id) => company.record((await company.detail(id)).recordId!)),
    );
    expect(records.map(({ reason, days }) => `${String(reason)} ${String(days)}`).sort()).toEqual([
      '笔：春季共3 14',
      '纸：春季共3 7',
    ]);
  });

  it('is not published with what no row and no record has, each named in its place', async () => {
    const said = async (...given: Parameters<typeof commits>): Promise<string[]> => {
      const { error } = await commits(...given);
      return (error?.errors ?? []).map(({ path, msg }) => `${path} ${msg}`);
    };
    expect(
      await said('错的', {
        reason: 'row.qty',
        days: 'row.days',
        note: 'row.qty + row.item',
        nothing: '1',
      }),
    ).toEqual([
      expect.stringMatching(/values\/reason .*文字.*数字/),
      expect.stringMatching(/values\/days .*days/),
      expect.stringMatching(/values\/note /),
      expect.stringMatching(/values\/nothing .*nothing/),
    ]);
    expect(await said('没有行', { reason: 'row.item' }, null)).toEqual([
      expect.stringMatching(/values\/reason .*row/),
    ]);
  });
});
