import { problem } from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  uniqueViolation,
  type Context,
  type Database,
} from '../../kernel/index.ts';

/**
 * A label of a host name people can say: letters first, hyphens only within, and never two at the
 * third place (xn--).
 */
const FORM = /^(?=.{3,30}$)[a-z](?:[a-z0-9]|-(?!-))*[a-z0-9]$/;
/** Hosts the platform itself may come to need, and names others could be deceived by. */
const RESERVED = new Set([
  'www',
  'api',
  'app',
  'admin',
  'administrator',
  'root',
  'system',
  'static',
  'assets',
  'cdn',
  'img',
  'file',
  'files',
  'storage',
  'mail',
  'smtp',
  'imap',
  'pop',
  'ftp',
  'ns1',
  'ns2',
  'dns',
  'passport',
  'login',
  'sso',
  'oauth',
  'auth',
  'account',
  'build',
  'industry',
  'help',
  'docs',
  'status',
  'support',
  'test',
  'dev',
  'sit',
  'uat',
  'prod',
  'demo',
  'huozi',
  'official',
  'security',
]);

/**
 * The domain as it is stored: lower case. Throws DOMAIN_FORMAT or DOMAIN_RESERVED for an invalid
 * one.
 */
export function domainOf(given: string): string {
  const domain = given.trim().toLowerCase();
  if (!FORM.test(domain)) throw problemsError([problem('/domain', 'DOMAIN_FORMAT')]);
  if (RESERVED.has(domain))
    throw problemsError([problem('/domain', 'DOMAIN_RESERVED', { domain })]);
  return domain;
}

/**
 * Another domain; '' gives it up, and with it the company is served from the root host again. A
 * domain is one company's.
 */
export async function updateDomain(db: Database, ctx: Context, given: string): Promise<void> {
  const domain = given.trim() === '' ? null : domainOf(given);
  try {
    await db.withTenant(ctx, (tx) =>
      tx.run(
        `update upm.tenant set domain = $2, domain_status = case when $2::text is null then 0
          else domain_status end where id = $1`,
        [ctx.tenant.id, domain],
      ),
    );
  } catch (error) {
    if (uniqueViolation(error) === 'tenant_domain')
      throw problemsError([
        problem('/domain', 'VALUE_TAKEN', { label: '企业域名', value: domain ?? '' }),
      ]);
    throw error;
  }
}

/**
 * Serves the company from its sub-domain, or from the root host again. Where the platform has no
 * root host a sub-domain could not be reached.
 */
export async function updateDomainStatus(
  db: Database,
  ctx: Context,
  status: 0 | 1,
  rootHost: string | undefined,
): Promise<void> {
  if (status === 1 && !rootHost) throw new AppError('DOMAIN_OFF');
  const changed = await db.withTenant(ctx, (tx) =>
    tx.run(
      'update upm.tenant set domain_status = $2 where id = $1 and ($2 = 0 or domain is not null)',
      [ctx.tenant.id, status],
    ),
  );
  if (changed === 0) throw new AppError('DOMAIN_NONE');
}
