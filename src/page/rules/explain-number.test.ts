import { expect, it } from 'vitest';
import type { FieldDescribe } from '../../contract/index.ts';
import { canExplain, explainField } from './explain.ts';

const fields = [
  { id: '1', apiName: 'kind', label: '类别', type: 'text', order: 1 },
  {
    id: '2',
    apiName: 'no',
    label: '编号',
    type: 'autoNumber',
    order: 2,
    numberRule: {
      reset: 'month',
      segments: [
        { kind: 'const', text: 'WX' },
        { kind: 'date', format: 'YYYYMM' },
        { kind: 'field', field: 'kind' },
        { kind: 'seq', length: 3 },
      ],
    },
  },
  {
    id: '3',
    apiName: 'code',
    label: '代码',
    type: 'autoNumber',
    order: 3,
    numberRule: { rule: 'X1' },
  },
] as FieldDescribe[];
const told = (name: string) =>
  explainField(
    fields.find(({ apiName }) => apiName === name)!,
    {
      fields,
      scope: { get: () => 'WX202611泵001' },
      ctx: { now: new Date(), timeZone: 'Asia/Shanghai' },
      labels: { label: () => undefined } as never,
    },
  );

it('an automatic number says of which parts it is made, and when it begins again', () => {
  expect(canExplain(fields[1]!, fields)).toBe(true);
  expect(told('no')).toMatchObject({
    label: '编号',
    result: 'WX202611泵001',
    words:
      '新建时取得：“WX” + 新建的日期（YYYYMM） + 「类别」的值 + 3 位流水号，流水号每月重新开始',
  });
  expect(told('code')?.words).toBe('新建时按编码规则“X1”取得');
});
