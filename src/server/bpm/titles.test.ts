import { afterAll, beforeAll, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
  const fields = [
    { apiName: 'title', label: '标题', type: 'text' },
    { apiName: 'cost', label: '金额', type: 'currency', currencyCode: 'CNY', scale: 2 },
    { apiName: 'count', label: '数量', type: 'integer', unit: '台' },
    { apiName: 'keeper', label: '保管人', type: 'user' },
    { apiName: 'origin', label: '源自', type: 'lookup', refObject: 'leave' },
    {
      apiName: 'kind',
      label: '类别',
      type: 'singleSelect',
      options: [{ code: 'it', label: '电子设备' }],
    },
  ];
  const made = await company.call(
    'bizmeta.describe.create',
    { describe: { apiName: 'asset', label: '资产', fields } } as never,
    'builder',
  );
  expect(made.error?.errors ?? made.msg).toBe('ok');
});
afterAll(() => company.close());

it('people, records and options have their names in the title, the summary and a message of a flow, money its sign', async () => {
  const leave = await company.template(
    '请假',
    chain(start, asks('a', [company.id('leader')]), end),
  );
  const { recordId: origin } = await company.start(leave, 'user', { reason: '调休', days: 1 });
  const { data, error } = await company.call(
    'bpm.template.commit',
    {
      template: {
        name: '领用',
        objectApiName: 'asset',
        settings: {
          titleTemplate: '{{keeper}}领{{kind}} {{count}} 台，{{origin}}',
          summaryFields: ['cost', 'count', 'keeper'],
        },
      },
      nodes: chain(
        start,
        {
          id: 'tell',
          type: 'trigger',
          name: '告知',
          do: {
            action: 'message',
            to: [{ strategy: 30, param: [company.id('finance')] }],
            title: '{{keeper}}领了{{kind}}',
            content: '共 {{count}} 台',
          },
        } as never,
        asks('b', [company.id('leader')]),
        end,
      ),
    },
    'builder',
  );
  expect(error?.errors ?? data.version).toBe(1);
  await company.call(
    'bpm.work.start',
    {
      templateId: data.id,
      record: {
        title: '显示器',
        cost: 1275,
        count: 11,
        keeper: company.id('sales'),
        origin,
        kind: 'it',
      },
    },
    'user',
  );
  const { data: todo } = await company.call('bpm.work.todo', { templateId: data.id }, 'leader');
  const [row] = todo.records;
  expect(row!.title).toBe('江月白领电子设备 11 台，调休');
  expect(row!.summary).toEqual([
    { label: '金额', text: '¥1,275.00' },
    { label: '数量', text: '11 台' },
    { label: '保管人', text: '江月白' },
  ]);
  await expect
    .poll(async () => {
      const { data: messages } = await company.call(
        'msg.msgsCenterInfo.page',
        { current: 1, size: 20, isRead: 0 },
        'finance',
      );
      return JSON.stringify(messages);
    })
    .toContain('江月白领了电子设备：共 11 台');
});
