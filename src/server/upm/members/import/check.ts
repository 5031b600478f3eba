import { MAX_DEPTS_OF_ONE, type RowProblem } from '../../../../contract/index.ts';
import { AppError, type TenantTx } from '../../../kernel/index.ts';
import { contactOf } from '../../identity/contacts.ts';
import type { Contact } from '../../identity/invitations.ts';
import { realNameOf } from '../../names.ts';
import { COLUMNS, type Cells, type ImportColumn } from './columns.ts';
import { deptFinder, type DeptFinder } from './dept-paths.ts';

/** A row that is in order, as it will be taken over. */
export interface ImportRow {
  row: number;
  realName: string;
  to: Contact;
  deptIds: string[];
}
export interface CheckedImport {
  newcomers: ImportRow[];
  problems: RowProblem[];
}

const OTHERS = /[;；、\n]/;
/** Characters shown of a cell. */
const SHOWN = 60;

/** What is wrong with the name, as a sentence; nothing when it will do. */
function nameFault(name: string): string {
  try {
    realNameOf(name);
    return '';
  } catch (error) {
    return error instanceof AppError ? error.message : '';
  }
}

const textOf = (to: Contact): string => ('mobile' in to ? to.mobile : to.email);

function contactFault(
  to: Contact | undefined,
  seen: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, string>,
): string {
  if (!to) return '须为 11 位手机号或邮箱地址';
  const first = seen.get(textOf(to));
  if (first !== undefined) return `与第 ${first} 行重复`;
  const state = known.get(textOf(to));
  return state === undefined
    ? ''
    : state === 'invited'
      ? '已经邀请过'
      : state === 'off'
        ? '已是成员，目前停用'
        : '已是成员';
}

/** One row; its faults go to `fault`. */
function checkRow(
  cells: Cells,
  find: DeptFinder,
  seen: Map<string, number>,
  known: ReadonlyMap<string, string>,
  fault: (column: ImportColumn, message: string) => void,
): ImportRow {
  const to = cells.contact ? contactOf(cells.contact) : undefined;
  const faults: [ImportColumn, string][] = [
    ['realName', nameFault(cells.realName)],
    ['contact', cells.contact ? contactFault(to, seen, known) : '请填写手机号或邮箱'],
  ];
  if (to && !seen.has(textOf(to))) seen.set(textOf(to), cells.row);
  const deptIds: string[] = [];
  const named: [ImportColumn, string][] = [
    ['dept', cells.dept],
    ...cells.others.split(OTHERS).map((text): [ImportColumn, string] => ['others', text.trim()]),
  ];
  for (const [column, text] of named) {
    if (!text) continue;
    const found = find(text);
    if (found.id) deptIds.push(found.id);
    else faults.push([column, found.why]);
  }
  if (new Set(deptIds).size > MAX_DEPTS_OF_ONE)
    faults.push(['others', `一个人最多在 ${MAX_DEPTS_OF_ONE} 个部门`]);
  for (const [column, message] of faults) if (message) fault(column, message);
  return {
    row: cells.row,
    realName: cells.realName.replace(/\s+/g, ' '),
    to: to ?? { email: '' },
    deptIds: [...new Set(deptIds)],
  };
}

/** Members there are already, by what they are reached at. */
async function knownContacts(tx: TenantTx): Promise<Map<string, string>> {
  const rows = await tx.query<{ contact: string; state: string }>(
    `select c.contact, m.state from upm.member m
    join upm.member_person p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
    cross join lateral (values (p.mobile), (lower(p.email))) as c(contact) where m.tenant_id = $1
      and m.state <> 'left' and c.contact is not null`,
    [tx.tenant.id],
  );
  return new Map(rows.map(({ contact, state }) => [contact, state]));
}

/** Checks every row against the company's current state; writes nothing. */
export async function checkRows(tx: TenantTx, rows: readonly Cells[]): Promise<CheckedImport> {
  const [find, known] = [await deptFinder(tx), await knownContacts(tx)];
  const seen = new Map<string, number>();
  const [newcomers, problems]: [ImportRow[], RowProblem[]] = [[], []];
  for (const cells of rows) {
    const before = problems.length;
    const newcomer = checkRow(cells, find, seen, known, (column, message) =>
      problems.push({
        row: cells.row,
        column: COLUMNS[column].title,
        value: cells[column].slice(0, SHOWN),
        message,
      }),
    );
    if (problems.length === before) newcomers.push(newcomer);
  }
  return { newcomers, problems };
}
