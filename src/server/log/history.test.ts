import { expect, it } from 'vitest';
import { ERRORS, type ErrorReason } from '../../contract/index.ts';
import { sentenceOf } from './history.ts';

it('a sentence of one’s own sign-ins is Chinese, also where something was not stored with it', () => {
  expect(sentenceOf('JOIN_WAITING')).toBe('你加入“这家企业”的申请正在等待管理员通过');
  expect(sentenceOf('SIGN_IN_LOCKED')).toContain('几');
  for (const [reason, { msg }] of Object.entries(ERRORS) as [ErrorReason, { msg: string }][]) {
    const words = msg.replace(/\{\w+\}/g, '').match(/[A-Za-z]{3,}/g) ?? [];
    expect(sentenceOf(reason).match(/[A-Za-z]{3,}/g) ?? [], reason).toEqual(words);
  }
});
