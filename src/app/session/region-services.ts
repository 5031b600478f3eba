import type { RegionServices, StoredSession } from '../../../machines/index.ts';
import type { RegionSwitch } from '../../contract/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import { writeHandOver, writeSession } from './storage.ts';

/** What differs between an application and a test of it. */
export interface RegionPlace {
  mayLeave: RegionServices['mayLeave'];
  tell: RegionServices['tell'];
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
export function regionServices(api: Api, place: RegionPlace): RegionServices {
  return {
    mayLeave: place.mayLeave,
    switchTo: (target) => api.call('upm.region.switch', target),
    store(switched) {
      const stored = storedAfter(switched);
      // First the machine: what hears of the new storage then finds the session it belongs to.
      place.switched(stored);
      writeSession(stored);
    },
    writeCookie(switched) {
      // A company served from here needs no way to another host.
      if (switched.handOver === '' || originOf(switched) === location.origin) return;
      const { token: _token, ...rest } = storedAfter(switched);
      writeHandOver({ ...rest, code: switched.handOver }, switched.rootHost);
    },
    go: (switched) => place.go(`${originOf(switched)}/`),
    tell: place.tell,
  };
}
