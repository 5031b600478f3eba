import type { ObjectTable } from '../meta/table.ts';
import { columnBySql } from './column-by-sql.ts';
import type { Reason } from './wanted.ts';

/** What an index is for: 按 金额 排序；客户 等于某值时，按 创建时间 排序. */
export function sayKey(table: ObjectTable, key: string): string {
  const labels = key
    .slice(2)
    .split(',')
    .map((sql) => columnBySql(table, sql)?.field.label ?? '已删除的字段');
  const last = labels.at(-1)!;
  const fixed = labels.slice(0, -1);
  if (key.startsWith('q:')) return `搜索 ${labels.join('、')}`;
  if (key.startsWith('t:')) return `在 ${last} 里查找文字`;
  return fixed.length > 0
    ? `${fixed.join('、')} 等于某值时，按 ${last} 排序`
    : `按 ${last} 排序，或筛选它的范围`;
}

export const REASONS: Readonly<Record<Reason, string>> = {
  search: '搜索用',
  owner: '按负责人、部门查看',
  chosen: '搭建者选择',
  view: '视图用',
  unique: '不允许重复的字段',
  lookup: '相关记录',
  asked: '列表常用',
};

export const STATES = {
  wanted: '等待建立',
  building: '正在建立',
  ready: '可用',
  failed: '没有建成',
  unwanted: '不再需要，一周后删除',
  refused: '已删除，不再自动建立',
} as const;
