import {
  MAX_DEPTS_OF_ONE,
  MAX_EMPLOYEE_NO,
  MAX_JOB_TITLE,
  type RowProblem,
} from '../../../../contract/index.ts';
import { AppError, type TenantTx } from '../../../kernel/index.ts';
import { delegateOf, isManagedSql, type Viewer as Actor } from '../../directory/scope.ts';
import { employeeNoOf, formatFault, jobTitleOf } from '../../directory/work.ts';
import { contactOf } from '../../identity/contacts.ts';
import type { Contact } from '../../identity/invitations.ts';
import { realNameOf } from '../../names.ts';
import { COLUMNS, type Cells, type ImportColumn } from './columns.ts';
import { deptFinder, type DeptFinder } from './dept-paths.ts';
import {
  rowsInCircles,
  rowsWithoutSuperior,
  superiorFinder,
  type RowSuperior,
  type SuperiorFinder,
} from './superiors.ts';

/** A row that is in order, as it will be taken over. */
export interface ImportRow {
  row: number;
  realName: string;
  to: Contact;
  deptIds: string[];
  employeeNo: string | null;
  jobTitle: string;
  superior: RowSuperior | null;
}
export interface CheckedImport {
  newcomers: ImportRow[];
  problems: RowProblem[];
}

const OTHERS = /([;；、\n])/;
/** Parts between separators that a department's own name may have. */
const MOST_PARTS = 4;
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

/** What the rows of one file are checked with. */
interface Checking {
  readonly findDept: DeptFinder;
  /** The caller manages some departments only: everyone has to be in one of them. */
  readonly needsDept: boolean;
  readonly findSuperior: SuperiorFinder;
  /** Contacts and numbers of the rows before, with the first row that has them. */
  readonly seen: Map<string, number>;
  readonly seenNumbers: Map<string, number>;
  readonly known: ReadonlyMap<string, string>;
  readonly takenNumbers: ReadonlySet<string>;
}
type Fault = (column: ImportColumn, message: string) => void;

function readContact(cells: Cells, { seen, known }: Checking, fault: Fault): Contact {
  const to = cells.contact ? contactOf(cells.contact) : undefined;
  fault('contact', cells.contact ? contactFault(to, seen, known) : '请填写手机号或邮箱');
  if (to && !seen.has(textOf(to))) seen.set(textOf(to), cells.row);
  return to ?? { email: '' };
}

/**
 * The departments named in one cell. A separator may belong to a name (党委、工会办公室): the
 * longest text that is a department counts.
 */
function* othersIn(text: string, findDept: DeptFinder): Generator<string> {
  const parts = text.split(OTHERS);
  const joined = (at: number, count: number): string =>
    parts
      .slice(at, at + 2 * count - 1)
      .join('')
      .trim();
  for (let at = 0; at < parts.length;) {
    let count = Math.min(MOST_PARTS, (parts.length - at + 1) / 2);
    while (count > 1 && !findDept(joined(at, count)).id) count -= 1;
    yield joined(at, count);
    at += 2 * count;
  }
}

function readDepts(cells: Cells, { findDept, needsDept }: Checking, fault: Fault): string[] {
  if (needsDept && !cells.dept) fault('dept', '请填写你管理的部门');
  const deptIds = new Set<string>();
  const named: [ImportColumn, string][] = [
    ['dept', cells.dept],
    ...[...othersIn(cells.others, findDept)].map((text): [ImportColumn, string] => [
      'others',
      text,
    ]),
  ];
  for (const [column, text] of named) {
    if (!text) continue;
    const found = findDept(text);
    if (found.id) deptIds.add(found.id);
    else fault(column, found.why);
  }
  if (deptIds.size > MAX_DEPTS_OF_ONE) fault('others', `一个人最多在 ${MAX_DEPTS_OF_ONE} 个部门`);
  return [...deptIds];
}

function readEmployeeNo(cells: Cells, checking: Checking, fault: Fault): string | null {
  const employeeNo = employeeNoOf(cells.employeeNo);
  if (employeeNo === undefined) fault('employeeNo', formatFault('employeeNo'));
  if (!employeeNo) return null;
  const key = employeeNo.toLowerCase();
  const first = checking.seenNumbers.get(key);
  if (first !== undefined) fault('employeeNo', `与第 ${first} 行重复`);
  else checking.seenNumbers.set(key, cells.row);
  if (employeeNo.length > MAX_EMPLOYEE_NO) fault('employeeNo', `最多 ${MAX_EMPLOYEE_NO} 个字符`);
  if (checking.takenNumbers.has(key)) fault('employeeNo', '已经是另一名成员的工号');
  return employeeNo;
}

function readJobTitle(cells: Cells, fault: Fault): string {
  const jobTitle = jobTitleOf(cells.jobTitle);
  if (jobTitle === undefined) fault('jobTitle', formatFault('jobTitle'));
  else if (jobTitle.length > MAX_JOB_TITLE) fault('jobTitle', `最多 ${MAX_JOB_TITLE} 个字符`);
  return jobTitle ?? '';
}

function readSuperior(cells: Cells, { findSuperior }: Checking, fault: Fault): RowSuperior | null {
  if (!cells.superior) return null;
  const { found, why } = findSuperior(cells);
  if (why) fault('superior', why);
  return found;
}

/** One row; its faults go to `fault`. */
function checkRow(cells: Cells, checking: Checking, fault: Fault): ImportRow {
  const wrong = nameFault(cells.realName);
  if (wrong) fault('realName', wrong);
  return {
    row: cells.row,
    realName: cells.realName.replace(/\s+/g, ' '),
    to: readContact(cells, checking, (column, message) => message && fault(column, message)),
    deptIds: readDepts(cells, checking, fault),
    employeeNo: readEmployeeNo(cells, checking, fault),
    jobTitle: readJobTitle(cells, fault),
    superior: readSuperior(cells, checking, fault),
  };
}

/** Members there are already, by what they are reached at; of those outside only that they are. */
async function knownContacts(tx: TenantTx, actor: Actor): Promise<Map<string, string>> {
  const rows = await tx.query<{ contact: string; state: string }>(
    `select c.contact, case when ${isManagedSql('m.user_id', 'members', '$2')} then m.state
      else 'active' end as state from upm.member m
    join upm.member_person p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
    cross join lateral (values (p.mobile), (lower(p.email))) as c(contact) where m.tenant_id = $1
      and m.state <> 'left' and c.contact is not null`,
    [tx.tenant.id, delegateOf(actor, 'user')],
  );
  return new Map(rows.map(({ contact, state }) => [contact, state]));
}

async function checkingOf(tx: TenantTx, actor: Actor, rows: readonly Cells[]): Promise<Checking> {
  const { find, takenNumbers } = await superiorFinder(tx, rows);
  return {
    findDept: await deptFinder(tx, actor),
    needsDept: delegateOf(actor, 'user') !== null,
    findSuperior: find,
    seen: new Map(),
    seenNumbers: new Map(),
    known: await knownContacts(tx, actor),
    takenNumbers,
  };
}

/** Checks every row against the company's current state; writes nothing. */
export async function checkRows(
  tx: TenantTx,
  actor: Actor,
  rows: readonly Cells[],
): Promise<CheckedImport> {
  const checking = await checkingOf(tx, actor, rows);
  const [read, problems]: [ImportRow[], RowProblem[]] = [[], []];
  const faults = new Set<number>();
  const faultOf =
    (cells: Cells): Fault =>
    (column, message) => {
      faults.add(cells.row);
      problems.push({
        row: cells.row,
        column: COLUMNS[column].title,
        value: cells[column].slice(0, SHOWN),
        message,
      });
    };
  for (const cells of rows) read.push(checkRow(cells, checking, faultOf(cells)));
  const cellsAt = new Map(rows.map((cells) => [cells.row, cells]));
  for (const row of rowsInCircles(read))
    faultOf(cellsAt.get(row)!)('superior', '上级关系绕成了一圈');
  const sound = read.filter(({ row }) => !faults.has(row));
  for (const [row, superior] of rowsWithoutSuperior(sound))
    faultOf(cellsAt.get(row)!)('superior', `其直接上级在第 ${superior} 行，那一行有问题`);
  return {
    newcomers: sound.filter(({ row }) => !faults.has(row)),
    problems: problems.toSorted((a, b) => a.row - b.row),
  };
}
