import type { Dashboard } from '../../../contract/index.ts';
import { tenantHostOf, type Config, type Database } from '../../kernel/index.ts';

/**
 * The company of a login page: by the address, or by the host of the request. Null for an unknown
 * one.
 */
export async function dashboardOf(
  db: Database,
  config: Config,
  { domain, host }: { domain?: string | undefined; host: string | undefined },
): Promise<Dashboard> {
  const asked = config.rootHost
    ? domain?.toLowerCase() || tenantHostOf(host, config.rootHost)?.domain
    : undefined;
  const [company] = asked
    ? await db.asAnonymous<{ name: string; logo: string }>(
        `select name, logo_url as logo from upm.tenant where domain = $1 and domain_status = 1
          and state = 'active'`,
        [asked],
        { name: 'upm-dashboard' },
      )
    : [];
  return {
    rootHost: config.rootHost ?? '',
    company: company ?? null,
    ways: { wechat: config.wechat !== undefined },
  };
}
