import type { CodeSegment, FieldDescribe, NumberRule } from '../../contract/index.ts';

const RESETS: Readonly<Record<string, string>> = {
  year: '每年',
  month: '每月',
  day: '每天',
};
const SIGNS: Readonly<Record<string, string>> = { digits: '数字', letters: '字母' };

type Labels = (field: string | null | undefined) => string | undefined;
const SEGMENTS: Readonly<
  Record<CodeSegment['kind'], (segment: CodeSegment, labels: Labels) => string>
> = {
  const: ({ text }) => `“${text ?? ''}”`,
  date: ({ format }) => `新建的日期（${format ?? 'YYYYMMDD'}）`,
  seq: ({ length }) => `${length ?? 4} 位流水号`,
  field: ({ field }, labels) => {
    const label = labels(field);
    return label === undefined ? '另一字段的值' : `「${label}」的值`;
  },
  dept: () => '新建人的部门',
  random: ({ length, signs }) => `${length ?? 4} 位随机${SIGNS[signs ?? ''] ?? '字母和数字'}`,
  check: () => '校验位',
};

/** How an automatic number is made, in words. */
export function numberWords(
  { rule, segments, reset }: NumberRule,
  fields: readonly FieldDescribe[],
): string {
  if (rule !== undefined) return `新建时按编码规则“${rule}”取得`;
  const labels: Labels = (name) => fields.find(({ apiName }) => apiName === name)?.label;
  const parts = (segments ?? []).map((segment) => SEGMENTS[segment.kind](segment, labels));
  const restarts = RESETS[reset ?? ''];
  return (
    `新建时取得：${parts.length > 0 ? parts.join(' + ') : '流水号'}` +
    (restarts ? `，流水号${restarts}重新开始` : '')
  );
}
