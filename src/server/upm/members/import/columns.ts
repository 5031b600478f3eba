import { AppError, type SheetColumn, type SheetRow } from '../../../kernel/index.ts';

/** Columns of a list of people, by the names they have in it. */
export const COLUMNS = {
  realName: { title: '姓名', width: 14, note: '必填，最多 50 个字' },
  contact: { title: '手机号或邮箱', width: 26, note: '必填，邀请会发到这里' },
  dept: { title: '部门', width: 36, note: '从列表中选择；留空则不属于任何部门' },
  others: { title: '其他部门', width: 36, note: '同时在几个部门任职时填写，用分号隔开' },
  employeeNo: { title: '工号', width: 16, note: '可不填；在企业内不能重复' },
  jobTitle: { title: '职务', width: 20, note: '可不填，最多 50 个字' },
  superior: {
    title: '直接上级',
    width: 20,
    note: '可不填；写工号、账号或姓名，可以是同一份表格里的人',
  },
} as const satisfies Record<string, SheetColumn>;
export type ImportColumn = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ImportColumn[];
/** A column of the report, ignored when the file is uploaded again. */
export const PROBLEM_COLUMN: SheetColumn = { title: '问题', width: 60 };

/** A row as it is in the file. */
export interface Cells {
  row: number;
  realName: string;
  contact: string;
  dept: string;
  employeeNo: string;
  jobTitle: string;
  superior: string;
  others: string;
}

const plain = (title: string): string => title.replace(/[\s*＊（(].*$/s, '').trim();

/** Rows below the heading by the names in it, in any order of columns. Throws IMPORT_FILE. */
export function cellsOf([head, ...rows]: readonly SheetRow[]): Cells[] {
  const titles = (head?.cells ?? []).map(plain);
  const places = new Map(COLUMN_NAMES.map((name) => [name, titles.indexOf(COLUMNS[name].title)]));
  for (const name of ['realName', 'contact'] as const)
    if (places.get(name) === -1)
      throw new AppError('IMPORT_FILE', {
        why: `第一行里没有“${COLUMNS[name].title}”这一列，请用模板填写`,
      });
  if (rows.length === 0) throw new AppError('IMPORT_FILE', { why: '表格里没有成员' });
  return rows.map(({ number, cells }) => {
    const at = (name: ImportColumn): string => cells[places.get(name) ?? -1] ?? '';
    return {
      row: number,
      realName: at('realName'),
      contact: at('contact'),
      dept: at('dept'),
      employeeNo: at('employeeNo'),
      jobTitle: at('jobTitle'),
      superior: at('superior'),
      others: at('others'),
    };
  });
}
