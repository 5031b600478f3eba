import { expect, it } from 'vitest';
import { titleOf } from './titles.ts';

it.each([
  ['访客', '访客'],
  [{ $t: '{params.key} · 页面编辑' }, '页面编辑'],
  [{ $t: "{if(a = 1, '表单', '页面')}设计器" }, '设计器'],
  [{ $t: '给{user.name}的信' }, '给…的信'],
  [{ $t: '{record.name}' }, 'mine.page'],
  [{ $x: 'a' }, 'mine.page'],
  ['', 'mine.page'],
  [3, 'mine.page'],
])('a title has these words in a list: %j', (title, called) => {
  expect(titleOf({ title: title as never, key: 'mine.page' })).toBe(called);
});
