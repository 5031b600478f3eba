import type { CodeSegment, FieldDescribe, NumberRule } from '../../contract/index.ts';

const RESETS: Readonly<Record<string, string>> = {
  year: '每年',
  month: '每月',
  day: '每天',
};
const SIGNS: Readonly<Record<string, string>> = { digits: '数字', letters: '字母' };

function segmentWords(
  { kind, text, format, length, field, signs }: CodeSegment,
  fields: readonly FieldDescribe[],
): string {
  switch (kind) {
    case 'const':
      return `“${text ?? ''}”`;
    case 'date':
      return `新建的日期（${format ?? 'YYYYMMDD'}）`;
    case 'seq':
      return `${length ?? 4} 位流水号`;
    case 'field': {
      const label = fields.find(({ apiName }) => apiName === field)?.label;
      return label === undefined ? '另一字段的值' : `「${label}」的值`;
    }
    case 'dept':
      return '新建人的部门';
    case 'random':
      return `${length ?? 4} 位随机${SIGNS[signs ?? ''] ?? '字母和数字'}`;
    case 'check':
      return '校验位';
  }
}

/** How an automatic number is made, in words. */
export function numberWords(
  { rule, segments, reset }: NumberRule,
  fields: readonly FieldDescribe[],
): string {
  if (rule !== undefined) return `新建时按编码规则“${rule}”取得`;
  const parts = (segments ?? []).map((segment) => segmentWords(segment, fields));
  const restarts = RESETS[reset ?? ''];
  return (
    `新建时取得：${parts.length > 0 ? parts.join(' + ') : '流水号'}` +
    (restarts ? `，流水号${restarts}重新开始` : '')
  );
}
