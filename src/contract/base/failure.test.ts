import { expect, it } from 'vitest';
import { ERRORS } from './errors.ts';
import { asFailure } from './failure.ts';

it('whatever was thrown has a sentence, and nothing that was not given', () => {
  for (const thrown of [undefined, null, 'text', 7, {}, new Error(''), { message: 7, code: '404' }])
    expect(asFailure(thrown)).toEqual({
      code: undefined,
      reason: undefined,
      sentence: ERRORS.INTERNAL.msg,
      problems: [],
      current: undefined,
      shown: false,
    });
});

it('a failed call keeps its code, reason, sentence, problems and the current record', () => {
  const problem = { path: '/a', reason: 'REQUIRED', msg: '请填写姓名' } as const;
  const failure = Object.assign(new Error('已被他人修改'), {
    code: 409,
    reason: 'STALE_VERSION',
    problems: [problem],
    current: { id: '1' },
    shown: true,
  });
  expect(asFailure(failure)).toEqual({
    code: 409,
    reason: 'STALE_VERSION',
    sentence: '已被他人修改',
    problems: [problem],
    current: { id: '1' },
    shown: true,
  });
});
