import type { SessionServices, StoredSession, Verified } from '../../../machines/index.ts';
import type { Api } from '../api/index.ts';
import {
  clearSession,
  forgetOthers,
  listenToTabs,
  readSession,
  takeSessionTransfer,
  wipeStorage,
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
  hasUnsavedWork(): boolean;
  resume(): void;
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

/** The session machine's effects in a browser. */
export function browserServices(api: Api, environment: SessionEnvironment): SessionServices {
  return {
    async restore() {
      const handed = takeSessionTransfer();
      if (handed) {
        const { redeemTransfer } = await import('./transfer.ts');
        const arrived = await redeemTransfer(api, environment, handed.code, handed.remember);
        if (arrived) writeSession(arrived);
      }
      return readSession();
    },
    verify: () => verify(api),
    signIn: (credentials) => api.call('upm.anno.signIn', credentials),
    signOut: async (stored: StoredSession) => {
      await api.call('upm.tenant.logout', { token: stored.token });
    },
    endViewing: (stored) => api.call('upm.viewing.end', { userId: stored.userid }),
    transferSession: async (stored) =>
      (await import('./transfer.ts')).transferSession(api, stored, environment.wanted()),
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
    store: (stored, isNew) => {
      if (isNew) forgetOthers(stored.userid);
      writeSession(stored);
    },
    clear: clearSession,
    wipe: wipeStorage,
    hasUnsavedWork: environment.hasUnsavedWork,
    resume: environment.resume,
    goToLogin: environment.goToLogin,
    enter: environment.enter,
    reload: environment.reload,
  };
}
