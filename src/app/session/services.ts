import {
  storedOf,
  type SessionServices,
  type StoredSession,
  type Verified,
} from '../../../machines/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import {
  listenToTabs,
  readSession,
  takeSessionTransfer,
  wipeStorage,
  writeSessionTransfer,
  writeSession,
} from './storage.ts';

/** What differs between the entries. */
export interface SessionEnvironment {
  goToLogin: SessionServices['goToLogin'];
  enter: SessionServices['enter'];
  /** Where the person wanted to go, as a path; the root unless they came with another. */
  wanted(): string;
  alert(title: string, text: string): Promise<void>;
  confirm(title: string, text: string): Promise<boolean>;
  reload(): void;
}

async function verify(api: Api): Promise<Verified | null> {
  const [profile, config, regions] = await Promise.all([
    api.call('upm.region.profileSummary', {}),
    api.call('upm.region.configInfo', {}),
    api.call('upm.region.getUserRegions', {}),
  ]);
  return profile
    ? {
        profile,
        versionType: config?.versionPackage?.versionType ?? '',
        rootHost: config?.rootHost ?? '',
        regions: regions ?? [],
      }
    : null;
}

/**
 * Exchanges a transfer code for a session. Any host below the root host can write the cookie, so a
 * user who is not signed in as this person already is asked; otherwise a forged cookie could sign a
 * visitor in as another user. Null when no session results.
 */
async function redeemTransfer(
  api: Api,
  environment: SessionEnvironment,
  code: string,
  remember: boolean,
): Promise<StoredSession | null> {
  const data = await api.call('upm.public.getToken', { code }).catch(() => null);
  if (!data?.token) return null;
  const isSame = readSession()?.userid === data.userid;
  return isSame ||
    (await environment.confirm(
      `进入“${data.org.name}”`,
      `将以“${data.user.realName}”的身份登录。如果不是你本人的操作，请取消。`,
    ))
    ? storedOf(data, remember)
    : null;
}

/** The session machine's effects in a browser. */
export function browserServices(api: Api, environment: SessionEnvironment): SessionServices {
  return {
    async restore() {
      const handed = takeSessionTransfer();
      const arrived =
        handed && (await redeemTransfer(api, environment, handed.code, handed.remember));
      if (arrived) writeSession(arrived);
      return readSession();
    },
    verify: () => verify(api),
    signIn: (credentials) => api.call('upm.anno.signIn', credentials),
    signOut: async (stored: StoredSession) => {
      await api.call('upm.tenant.logout', { token: stored.token });
    },
    endViewing: (stored) => api.call('upm.viewing.end', { userId: stored.userid }),
    async transferSession(stored) {
      const { token: _token, ...rest } = stored;
      const { token: code, rootHost } = await api.call('upm.region.getActiveUserToken', {
        code: stored.region,
        tenantId: stored.tenant,
        move: true,
      });
      writeSessionTransfer({ ...rest, code }, rootHost);
      wipeStorage();
      location.replace(
        originOf({ domain: stored.domain, status: Number(stored.status), rootHost }) +
          environment.wanted(),
      );
    },
    isSuperseded: (stored) => {
      const newest = readSession();
      return newest !== null && newest.token !== stored?.token;
    },
    alertNoTenant: () => environment.alert('提示', '用户无公司，请联系管理员！'),
    alertViewingOver: () =>
      environment.alert(
        '查看已结束',
        '以他人的身份查看的时间已到，或不再被允许。现在回到你自己的身份。',
      ),
    listen: listenToTabs,
    store: writeSession,
    clear: wipeStorage,
    goToLogin: environment.goToLogin,
    enter: environment.enter,
    reload: environment.reload,
  };
}
