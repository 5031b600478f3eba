import { problem, type Problem } from '../../contract/index.ts';

/** English names of dictionaries and code rules: they are used in formulas and addresses. */
const NAME = /^[a-z][A-Za-z0-9_]{0,39}$/;
/**
 * Codes of items are values of records: looser, but nothing that could be taken for something else.
 */
const ITEM_CODE = /^[A-Za-z0-9\u4e00-\u9fa5][A-Za-z0-9\u4e00-\u9fa5_.-]{0,39}$/;

export const nameProblems = (code: string): Problem[] =>
  code.trim() === ''
    ? [problem('/code', 'NAME_EMPTY', { what: '编码' })]
    : NAME.test(code)
      ? []
      : [problem('/code', 'NAME_FORMAT', { what: '编码', name: code })];
export const itemCodeProblems = (code: string): Problem[] =>
  code.trim() === ''
    ? [problem('/code', 'NAME_EMPTY', { what: '编码' })]
    : ITEM_CODE.test(code)
      ? []
      : [
          problem('/code', 'VALUE_FORMAT', {
            label: '编码',
            expected: '字母、数字、汉字，中间可有 _ . -',
          }),
        ];
export const labelProblems = (name: string, max: number): Problem[] =>
  name.trim() === ''
    ? [problem('/name', 'NAME_EMPTY', { what: '名称' })]
    : name.trim().length > max
      ? [problem('/name', 'NAME_TOO_LONG', { what: '名称', max })]
      : [];
