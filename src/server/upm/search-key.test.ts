import { expect, test } from 'vitest';
import { searchKeyOf } from './search-key.ts';

test.each([
  ['李小明', '|李小明|lixiaoming|lixming|lxiaoming|lxming xiaoming xming ming'],
  ['单雄信', '|单雄信|shanxiongxin|shanxxin|sxiongxin|sxxin xiongxin xxin xin'],
  ['吕布', '|吕布|lvbu|lbu bu'],
  ['Amy Wong', '|amywong|awong wong'],
  ['王|五', '|王五|wangwu|wwu wu'],
])(
  '%s is found by its name, its pinyin, its initials, and those of its later parts',
  (name, key) => {
    expect(searchKeyOf(name)).toBe(key);
  },
);

test.each(['wangrx', 'wangruoxin', 'wrx', 'wrxin', 'wruox', 'wang'])(
  '王若昕 begins with %s',
  (typed) => {
    expect(searchKeyOf('王若昕')).toContain(`|${typed}`);
  },
);
test('a long name has few keys', () => {
  expect(searchKeyOf('内蒙古自治区呼和浩特市赛罕区').length).toBeLessThan(1_000);
});
