import { expect, test } from 'vitest';
import { searchKeyOf } from './search-key.ts';

test.each([
  ['李小明', '|李小明|lixiaoming|lxm xiaoming ming xm m'],
  ['单雄信', '|单雄信|shanxiongxin|sxx xiongxin xin xx x'],
  ['吕布', '|吕布|lvbu|lb bu b'],
  ['Amy Wong', '|amywong|amywong|aw wong w'],
  ['王|五', '|王五|wangwu|ww wu w'],
])(
  '%s is found by its name, its pinyin, its initials, and those of its later parts',
  (name, key) => {
    expect(searchKeyOf(name)).toBe(key);
  },
);
