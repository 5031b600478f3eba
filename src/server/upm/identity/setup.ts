import { randomBytes } from 'node:crypto';
import {
  AppError,
  hashToken,
  ROLE_ADMIN,
  uniqueViolation,
  type Database,
} from '../../kernel/index.ts';
import { accountOf } from './contacts.ts';
import { hashPassword, requireStrong } from './password.ts';
import { companyNameOf, namedAt, realNameOf } from '../names.ts';
import { addMember, createTenant, hasTenant } from '../tenants/tenants.ts';

const LINK_BYTES = 32;
const VALID = `interval '24 hours'`;
/**
 * Two callers with two links lock them in the same order: the second finds none left. A link made
 * while the first company came to be is worth nothing beside it.
 */
const SPEND = `with valid as (select link_hash from upm.setup_link
    where used_at is null and expires_at > now() and (select count(*) from upm.tenant) = 1
    order by link_hash for update)
  update upm.setup_link l set used_at = now() from valid
    where l.link_hash = valid.link_hash and l.used_at is null
  returning l.link_hash = $1 as "isGiven"`;

export interface Setup {
  link: string;
  company: string;
  account: string;
  realName: string;
  password: string;
}

/**
 * With no tenant yet, makes the one-time link of the first administrator: the path to open, valid
 * for 24 hours, beside those other processes printed. Undefined when there is a tenant already.
 */
export async function setupPath(db: Database): Promise<string | undefined> {
  if (await hasTenant(db)) return undefined;
  const link = randomBytes(LINK_BYTES).toString('base64url');
  await db.withOwner(async (tx) => {
    await tx.run('delete from upm.setup_link where expires_at < now()');
    await tx.run(
      `insert into upm.setup_link (link_hash, expires_at) values ($1, now() + ${VALID})`,
      [hashToken(link)],
    );
  });
  return `/passport.html#/setup?link=${link}`;
}

/**
 * Makes the first tenant and its administrator. All links are spent in the same transaction, so only
 * one caller succeeds.
 */
export async function setup(db: Database, given: Setup): Promise<{ tenant: string }> {
  const linkHash = hashToken(given.link);
  const [known] = await db.asAnonymous(
    'select 1 from upm.setup_link where link_hash = $1 and used_at is null and expires_at > now()',
    [linkHash],
  );
  if (!known) throw new AppError('SETUP_LINK_INVALID');
  const company = namedAt('/company', () => companyNameOf(given.company));
  const realName = namedAt('/realName', () => realNameOf(given.realName));
  const account = accountOf(given.account);
  requireStrong(given.password);
  const passwordHash = await hashPassword(db, given.password);
  try {
    return await createTenant(db, { name: company, verified: true }, async (tx, tenant) => {
      const spent = await tx.query<{ isGiven: boolean }>(SPEND, [linkHash]);
      if (!spent.some(({ isGiven }) => isGiven)) throw new AppError('SETUP_LINK_INVALID');
      await addMember(tx, tenant, {
        account,
        realName,
        passwordHash,
        roles: [ROLE_ADMIN],
      });
      return { tenant: tenant.id };
    });
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('app_user'))
      throw new AppError('VALUE_TAKEN', { label: '账号', value: account });
    throw error;
  }
}
