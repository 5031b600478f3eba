import { expect, it } from 'vitest';
import { strengthHint, strengthOf } from './strength.ts';

it.each([
  ['short1', 0, '还须至少 8 位'],
  ['onlyletters', 0, '还须含有数字'],
  ['1234567890', 0, '还须含有字母'],
  ['', 0, '还须至少 8 位、含有字母、含有数字'],
  ['Huozi2026', 1, '加长到 12 位以上会更安全'],
  ['huozi-lantian2', 2, ''],
  ['huozilantian2', 1, '加入大写字母或符号会更安全'],
  ['Abc12345!@xyz99', 1, '避免连续或重复的字符会更安全'],
  ['aaaaaaaaaaA1!', 1, '避免连续或重复的字符会更安全'],
  ['Password1234!', 1, '避免连续或重复的字符会更安全'],
  ['Lantian-2026-hua', 2, ''],
  [`a1${'x'.repeat(63)}`, 0, '最多 64 位'],
] as const)('%s is of strength %i', (password, strength, hint) => {
  expect([strengthOf(password), strengthHint(password)]).toEqual([strength, hint]);
});
