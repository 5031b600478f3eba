import type { SessionServices, StoredSession, Verified } from '../../machines/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import { listenToTabs, readSession, takeHandOver, wipeStorage, writeHandOver, writeSession } from './storage.ts';

/** What differs between the entries. */
export interface SessionPlace {
  goToLogin: SessionServices['goToLogin'];
  enter: SessionServices['enter'];
  /** Where the person wanted to go, as a path; the root unless they came with another. */
  wanted(): string;
  alert(title: string, text: string): Promise<void>;
  reload(): void;
}

async function verify(api: Api): Promise<Verified | null> {
  const [profile, config, regions] = await Promise.all([
    api.call('upm.region.profileSummary', {}), api.call('upm.region.configInfo', {}), api.call('upm.region.getUserRegions', {}),
  ]);
  return profile ? { profile, versionType: config?.versionPackage?.versionType ?? '', rootHost: config?.rootHost ?? '', regions: regions ?? [] } : null;
}

/** The session machine's effects in a browser. */
export function browserServices(api: Api, place: SessionPlace): SessionServices {
  return {
    async restore() {
      takeHandOver();
      return readSession();
    },
    verify: () => verify(api),
    signIn: (credentials) => api.call('upm.anno.signIn', credentials),
    signOut: async (stored: StoredSession) => { await api.call('upm.tenant.logout', { token: stored.token }); },
    async handOver(stored) {
      const { rootHost } = await api.call('upm.region.configInfo', {});
      writeHandOver(stored, rootHost);
      wipeStorage();
      location.replace(originOf({ domain: stored.domain, status: Number(stored.status), rootHost }) + place.wanted());
    },
    isSuperseded: (stored) => { const newest = readSession(); return newest !== null && newest.token !== stored?.token; },
    tellNoTenant: () => place.alert('提示', '用户无公司，请联系管理员！'),
    listen: listenToTabs,
    store: writeSession,
    clear: wipeStorage,
    goToLogin: place.goToLogin,
    enter: place.enter,
    startAfresh: place.reload,
  };
}
