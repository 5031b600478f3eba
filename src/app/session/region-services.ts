import type { RegionServices, StoredSession } from '../../../machines/index.ts';
import type { RegionSwitch } from '../../contract/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import { writeSessionTransfer, writeSession } from './storage.ts';

/** What differs between an application and a test of it. */
export interface RegionEnvironment {
  canLeave: RegionServices['canLeave'];
  reportFailure: RegionServices['reportFailure'];
  /** The session is another one from now on. */
  switched(stored: StoredSession): void;
  go(url: string): void;
}

const storedAfter = ({
  token,
  userid,
  tenant,
  regionId,
  remember,
  domain,
  status,
}: RegionSwitch): StoredSession => ({
  token,
  userid,
  tenant,
  region: regionId,
  remember,
  domain,
  status: String(status),
});

/** The region machine's effects in a browser. */
export function regionServices(api: Api, environment: RegionEnvironment): RegionServices {
  return {
    canLeave: environment.canLeave,
    switchTo: (target) => api.call('upm.region.switch', target),
    store(switched) {
      const stored = storedAfter(switched);
      // The machine first: subscribers of the storage then find the session it belongs to.
      environment.switched(stored);
      writeSession(stored);
    },
    writeCookie(switched) {
      // A company served from here needs no way to another host.
      if (switched.handOver === '' || originOf(switched) === location.origin) return;
      const { token: _token, ...rest } = storedAfter(switched);
      writeSessionTransfer({ ...rest, code: switched.handOver }, switched.rootHost);
    },
    go: (switched) => environment.go(`${originOf(switched)}/`),
    reportFailure: environment.reportFailure,
  };
}
