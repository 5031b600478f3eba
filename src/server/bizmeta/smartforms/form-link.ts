import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ANONYMOUS_USER_ID, type FormBody, type FormState } from '../../../contract/index.ts';
import {
  AppError,
  type Database,
  type OpenContext,
  type Scope,
  type TenantRef,
  type TenantTx,
} from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { BARRED, isBarred } from './flow.ts';
import { FORMS, type FormRow } from './row.ts';

/** How long a pass given for a password is valid. */
const PASS_MS = 12 * 3_600_000;

/**
 * The form a public link leads to: one form of one company. Nothing else of the company is
 * accessible by it.
 */
export interface FormLink extends Scope {
  readonly tenant: TenantRef;
  readonly formId: string;
}
export interface FormCredentials {
  readonly token: string;
  readonly pass?: string | undefined;
  readonly visitor?: string | undefined;
}

/**
 * Only the link is read before the company is known. A made-up, revoked or switched-off token gets
 * the same error.
 */
export async function resolveFormLink(
  db: Database,
  token: string,
  { session }: Pick<OpenContext, 'session'>,
): Promise<FormLink> {
  if (isUuid(token)) return resolveMemberForm(db, token, session);
  const [row] = await db.asAnonymous<{ id: string; no: number; region: string; form: string }>(
    `SELECT t.id, t.no, t.region, l.form_id AS form FROM bizmeta.form_link l
      JOIN upm.tenant t ON t.id = l.tenant_id AND t.state = 'active' WHERE l.token = $1`,
    [token],
    { name: 'bizmeta_form_door' },
  );
  if (!row) throw new AppError('FORM_UNKNOWN');
  return { tenant: { id: row.id, no: row.no, region: row.region }, formId: row.form };
}

/**
 * A member needs no link to a form for members, nor to one they have submitted: its id is enough,
 * regardless of its link.
 */
async function resolveMemberForm(
  db: Database,
  id: string,
  session: OpenContext['session'],
): Promise<FormLink> {
  const [row] = session
    ? await db.readTenant<{ id: string }>(
        session,
        `SELECT f.id FROM bizmeta.smart_form f WHERE f.tenant_id = $1 AND f.id = $2::uuid
    AND f.status <> 'draft' AND f.deleted_at IS NULL AND (f.published->'publish'->>'mode' = 'member'
    OR EXISTS (SELECT FROM bizmeta.form_submission s WHERE s.tenant_id = f.tenant_id
      AND s.form_id = f.id AND s.user_id = $3))`,
        [session.tenant.id, id, session.userId],
        { name: 'bizmeta_form_member' },
      )
    : [];
  if (!session || !row) throw new AppError('FORM_UNKNOWN');
  return { tenant: session.tenant, formId: row.id };
}

/** A form with its published body. */
export interface PublishedFormRow extends FormRow {
  readonly published: FormBody;
}

/**
 * Loads the published form of a link; `locked` locks its row until the end, so that limits are
 * counted one by one.
 */
export async function loadPublishedForm(
  tx: TenantTx,
  link: FormLink,
  locked = false,
): Promise<PublishedFormRow> {
  const [row] = await tx.query<FormRow>(
    `${FORMS} AND f.id = $1::uuid AND f.status <> 'draft' AND f.published IS NOT NULL${locked ? ' FOR UPDATE OF f' : ''}`,
    [link.formId],
  );
  if (!row) throw new AppError('FORM_UNKNOWN');
  // A form of an object that is out of use is not filled in.
  return { ...row, ...(!row.is_open && { status: 'stopped' }) } as PublishedFormRow;
}

/** The requesting member of the form's company; null for a session of another company. */
export const memberOf = ({ session }: OpenContext, { tenant }: FormLink): string | null =>
  session && session.tenant.id === tenant.id ? session.userId : null;
/** Author of the record: an anonymous form stores none, even for signed-in members. */
export const authorOf = (form: PublishedFormRow, member: string | null): string =>
  form.published.publish.mode === 'anonymous' ? ANONYMOUS_USER_ID : (member ?? ANONYMOUS_USER_ID);

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const seal = (form: FormRow, until: string): string =>
  createHmac('sha256', form.secret).update(`${form.id}.${until}`).digest('base64url');

export function makePass(form: FormRow, now: number): string {
  const until = String(now + PASS_MS);
  return `${until}.${seal(form, until)}`;
}
function isPassValid(form: FormRow, pass: string | undefined, now: number): boolean {
  const [until = '', sealed = ''] = (pass ?? '').split('.');
  const [given, right] = [Buffer.from(sealed), Buffer.from(seal(form, until))];
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > now;
}

/** Why a visitor may not see the form: stopped, signed out, or without its password. */
function accessDenial(
  form: PublishedFormRow,
  member: string | null,
  pass: string | undefined,
  now: number,
): FormState | undefined {
  if (form.status === 'stopped') return 'stopped';
  const { mode } = form.published.publish;
  if (mode === 'member' && member === null) return 'login';
  return mode === 'password' && !isPassValid(form, pass, now) ? 'password' : undefined;
}

/** State of the form for a visitor; checked in the same order on the page and on submission. */
export async function stateOf(
  tx: TenantTx,
  form: PublishedFormRow,
  member: string | null,
  { pass, visitor }: FormCredentials,
  now: number,
): Promise<FormState> {
  const bar = accessDenial(form, member, pass, now);
  if (bar) return bar;
  const { startAt, endAt, maxSubmits, perUserLimit } = form.published.publish;
  if (startAt && now < Date.parse(startAt)) return 'notBegun';
  if (endAt && now >= Date.parse(endAt)) return 'ended';
  if (maxSubmits && form.submits >= maxSubmits) return 'full';
  const author = authorOf(form, member);
  if (perUserLimit && (await submitsOf(tx, form, author, visitor)) >= perUserLimit) return 'done';
  return (await isBarred(tx, form, author)) ? 'barred' : 'open';
}

async function submitsOf(
  tx: TenantTx,
  form: PublishedFormRow,
  author: string,
  visitor: string | undefined,
): Promise<number> {
  const named = author !== ANONYMOUS_USER_ID;
  if (!named && visitor === undefined) return 0;
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM bizmeta.form_submission WHERE tenant_id = $1
      AND form_id = $2::uuid AND ${named ? 'user_id = $3' : 'visitor = $3'}`,
    [tx.tenant.id, form.id, named ? author : hashOf(visitor!)],
  );
  return row!.n;
}

const SENTENCES: Record<Exclude<FormState, 'open'>, string> = {
  login: '请先登录',
  password: '请输入表单的密码',
  notBegun: '表单还没有开始收集',
  ended: '表单已截止',
  full: '提交份数已满',
  stopped: '表单已停止收集',
  done: '已达到提交次数上限',
  barred: BARRED,
};
export const closedError = (state: Exclude<FormState, 'open'>): AppError =>
  state === 'login'
    ? new AppError('TOKEN_MISSING')
    : new AppError('FORM_CLOSED', { why: SENTENCES[state] });
/**
 * Refuses visitors who may not see the form; also for searches, uploads and earlier submissions.
 */
export function requireFormAccess(
  form: PublishedFormRow,
  member: string | null,
  visitor: FormCredentials,
): void {
  const bar = accessDenial(form, member, visitor.pass, Date.now());
  if (bar && bar !== 'open') throw closedError(bar);
}
