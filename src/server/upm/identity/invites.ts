import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { hashToken, type Tx } from '../../kernel/index.ts';
import { paramAsAnonymous } from '../../system/index.ts';
import { passportUrl } from '../tenants/links.ts';

const BYTES = 32;

/** The link by which any holder may join; `status` 1 is on. */
export interface Invite {
  token: string;
  status: number;
  /** A person who comes by it has to be let in. */
  approval: boolean;
  expiresAt: Date;
  deptId: string | null;
  createdBy: string;
}

/** The address people are sent, of a company's link or of a personal one. */
export const inviteUrl = (publicUrl: string, token: string): string =>
  passportUrl(publicUrl, 'invite', token);

/**
 * Creates a new invite link of a company, in its own transaction: the former one becomes invalid.
 * New members are put into `deptId`, when given. It is valid for so many `days`, or as the company
 * has set (parameter invite.validDays). Who comes by it has to be let in unless `approval` is
 * false. Returns the token.
 */
export async function createInvite(
  tx: Tx,
  tenantId: string,
  {
    createdBy,
    days,
    deptId,
    approval = true,
  }: { createdBy: string; days?: number; deptId?: string | undefined; approval?: boolean },
): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url');
  // Of two administrators who do this at the same moment, the later one's link is the one that
  // opens.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`invite:${tenantId}`]);
  await tx.run('delete from upm.invite where tenant_id = $1', [tenantId]);
  await tx.run(
    `insert into upm.invite (tenant_id, id, token, token_hash, expires_at, dept_id, created_by,
      approval) values ($1, $2, $3, $4, now() + make_interval(days => $5), $6, $7, $8)`,
    [
      tenantId,
      uuid(),
      token,
      hashToken(token),
      days ?? (await paramAsAnonymous(tx, tenantId, 'invite.validDays')),
      deptId ?? null,
      createdBy,
      approval,
    ],
  );
  return token;
}

/** A company's invite link, for its own administrators; nothing when none was made. */
export async function inviteOf(tx: Tx, tenantId: string): Promise<Invite | undefined> {
  const [row] = await tx.query<Invite>(
    `
    select token, (status = 'on'
      and expires_at > now())::int as status, expires_at as "expiresAt", dept_id as "deptId",
      created_by as "createdBy", approval
    from upm.invite where tenant_id = $1 order by created_at desc limit 1`,
    [tenantId],
  );
  return row;
}

/** A person who comes by the company's link has to be let in, or not. */
export async function setApproval(tx: Tx, tenantId: string, approval: boolean): Promise<void> {
  await tx.run('update upm.invite set approval = $2 where tenant_id = $1', [tenantId, approval]);
}

/**
 * Switches a company's invite link off or on again; returns whether there is one. An expired link
 * stays invalid.
 */
export async function switchInvite(tx: Tx, tenantId: string, on: boolean): Promise<boolean> {
  return (
    (await tx.run('update upm.invite set status = $2 where tenant_id = $1', [
      tenantId,
      on ? 'on' : 'off',
    ])) > 0
  );
}
