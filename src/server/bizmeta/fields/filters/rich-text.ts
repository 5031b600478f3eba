import { richTextOf } from '../../../../values/index.ts';
import type { FilterFamily } from '../kind.ts';
import { textFilter } from './text.ts';

/** All the text of a document, in reading order; null when there is no document. */
const textSql = (column: string) =>
  `(SELECT string_agg(t #>> '{}', '')
    FROM jsonb_path_query(${column}, 'strict $.** ? (@.type == "text").text') t)`;

/** A document's text, regardless of its marks. */
export const richTextFilter: FilterFamily = {
  operand: (...args) => textFilter.operand(...args),
  sql: (op, column, operand, bind) =>
    textFilter.sql(op, operand.kind === 'none' ? column : textSql(column), operand, bind),
  test: (op, cell, operand) =>
    textFilter.test(
      op,
      cell === null || operand.kind === 'none' ? cell : richTextOf(cell) || null,
      operand,
    ),
};
