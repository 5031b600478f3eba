import { pinyin } from 'pinyin-pro';
import { expect, test } from 'vitest';
import { cutsOf, foundAt, lettersOf, spelledAt, syllablesOf } from './spelling.ts';

const readings = (char: string): string[] =>
  /[\u4e00-\u9fa5]/.test(char)
    ? pinyin(char, { multiple: true, type: 'array', toneType: 'none', v: true })
    : [];

test.each([
  ['空压机', 'kongyaji', '空压机'],
  ['空压机', 'kyj', '空压机'],
  ['一号空压机', 'kongyj', '空压机'],
  ['王若昕', 'wangrx', '王若昕'],
  ['重庆分公司', 'chongq', '重庆'],
  ['重庆分公司', 'zhong', '重'],
  ['ABB电机', 'bdianji', 'B电机'],
  ['西安', 'xian', '西安'],
  ['先生', 'xian', '先'],
  ['𠮷野家', 'yej', '野家'],
])('%s is found by %s at %s', (text, typed, found) => {
  expect(text.slice(...spelledAt(text, typed, readings)!)).toBe(found);
});

test.each([
  ['空压机', 'koya'],
  ['空压机', 'kyjs'],
  ['空压机', 'k'],
  ['空压机', '空'],
  ['空 压机', 'kyj'],
  ['', 'kyj'],
])('%s is not found by %s', (text, typed) => {
  expect(spelledAt(text, typed, readings)).toBeNull();
});

test('letters are read as syllables or initials, the fewest parts first', () => {
  const known = syllablesOf(['xi', 'an', 'xian', 'xia', 'na', 'ni', 'kong', 'ya', 'ji']);
  expect(cutsOf('xian', known).slice(0, 2)).toEqual([['xian'], ['xia', 'n']]);
  expect(cutsOf('kongyj', known)).toEqual([['kong', 'y', 'j']]);
  expect(cutsOf('kongyaj', known)[0]).toEqual(['kong', 'ya', 'j']);
  expect(cutsOf('uvi', known)).toEqual([]);
  expect(cutsOf('nanananananananananananana', known).length).toBeLessThan(6);
});

test('what is no pinyin has no letters', () => {
  expect(['K Y', "xi'an", 'k', '空', 'a1', 'a'.repeat(25)].map(lettersOf)).toEqual([
    'ky',
    'xian',
    null,
    null,
    null,
    null,
  ]);
});

test('a text is marked where it has what was typed', () => {
  expect(foundAt('WX20261122-0004', '0004')).toEqual([11, 15]);
  expect(foundAt('Pump <b>', '<B>')).toEqual([5, 8]);
  expect(foundAt('İstanbul', 'stan')).toBeNull();
  expect([foundAt('空压机', ''), foundAt('空压机', '泵')]).toEqual([null, null]);
});
