import { describe, expect, it } from 'vitest';
import { cellOf } from './csv.ts';
import { detailOf } from './redact.ts';

const MAX_DETAIL = 2_000;

describe('what a line of the operation log keeps', () => {
  it.each([
    'password',
    'newPwd',
    'oldPassword',
    'token',
    'accessToken',
    'code',
    'smsCode',
    'verify_code',
    'inviteCode',
    'link',
    'inviteLink',
    'secret',
    'accessKeySecret',
    'captcha',
    'answer',
    'signature',
  ])('never the value of %s', (name) => {
    const text = JSON.stringify(
      detailOf('upm.person.bind', {
        [name]: 'hush',
        list: [{ deep: { [name]: 'hush' } }],
        kept: 1,
      }),
    );
    expect(text).not.toContain('hush');
    expect(text).toContain(name);
    expect(text).toContain('"kept":1');
  });
  it('the code of a dictionary, which is its name', () => {
    expect(detailOf('system.dict.submit', { code: 'gender', password: 'x' })).toEqual({
      code: 'gender',
      password: '（不记录）',
    });
  });
  it('never the value of a parameter whose key indicates a secret', () => {
    expect(
      detailOf('system.param.submit', { key: 'pay.apiSecret', value: 'hush', name: '支付' }),
    ).toEqual({ key: 'pay.apiSecret', value: '（不记录）', name: '支付' });
    expect(detailOf('system.param.submit', { key: 'order.hotline', value: '400' })).toEqual({
      key: 'order.hotline',
      value: '400',
    });
  });
  it('no more than people read', () => {
    const long = detailOf('x.y', {
      text: 'a'.repeat(500),
      many: Array.from({ length: 100 }, (_, i) => i),
    });
    expect(long).toEqual({
      text: `${'a'.repeat(200)}…`,
      many: [...Array.from({ length: 20 }, (_, i) => i), '… 共 100 项'],
    });
    const wide = detailOf(
      'x.y',
      Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, 'v'.repeat(190)])),
    );
    expect(JSON.stringify(wide).length).toBeLessThan(MAX_DETAIL * 1.5);
    let deep: Record<string, unknown> = { end: 'here' };
    for (let i = 0; i < 50; i += 1) deep = { deep };
    expect(JSON.stringify(detailOf('x.y', deep))).not.toContain('here');
  });
});

describe('a cell of an exported table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86', "'+86"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    [' =1', "' =1"],
    ['a=1', 'a=1'],
    ['说，"好"', '"说，""好"""'],
    ['', ''],
  ])('%j is written as %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
  it('numbers stay numbers', () => {
    expect(cellOf(-3)).toBe('-3');
  });
});
