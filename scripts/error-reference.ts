import { ERRORS } from '../src/contract/index.ts';

/** A table row's cell: a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** docs/errors.md: every reason a call can give, with its code and its sentence. */
export function errorReference(): string {
  const rows = Object.entries(ERRORS).map(
    ([reason, { code, msg }]) => `| \`${reason}\` | ${code} | ${cell(msg)} |`,
  );
  return [
    '<!-- 由 npm run generate 生成，请改 src/contract/base/errors.ts。 -->',
    '',
    '# 错误目录',
    '',
    '失败的回答是 `{code, data: {reason, params, errors}, msg}`：`reason` 是下表的名字；`code` 在 400 至 599 之间时也是 HTTP 状态；',
    '`msg` 是给人看的句子，花括号里的部分由 `params` 填入；`errors` 逐条列出问题，每条有 `path`（JSON 里的位置）、`reason` 和 `msg`。',
    '',
    '| 名字 | 码 | 句子 |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
