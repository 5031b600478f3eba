import type { RegionSwitch } from '../../src/contract/index.ts';

/** Where to: a region, and which company of it when a person has several there. */
export interface SwitchTarget {
  code: string;
  tenantId?: string;
}

export interface RegionContext {
  target: SwitchTarget | null;
  /** Where the session is now; from then on the page is about to be left. */
  switched: RegionSwitch | null;
  /** Why the last switch did not happen; null when there is nothing to say. */
  failure: string | null;
}

export type RegionEvent = { type: 'SWITCH'; code: string; tenantId?: string | null };

/** Effects of the machine; see README.md. */
export interface RegionServices {
  /**
   * Asks the person when something on the page is not saved; true when it may be lost, or there is
   * nothing.
   */
  canLeave(): Promise<boolean>;
  switchTo(target: SwitchTarget): Promise<RegionSwitch>;
  /** Writes the session, the company and its domain where this tab and the others find them. */
  store(switched: RegionSwitch): void;
  /** Writes the u-data cookie, which another host reads. */
  writeCookie(switched: RegionSwitch): void;
  /** Goes to the root of the company's own host when it has one, else of the root host. */
  go(switched: RegionSwitch): void;
  reportFailure(failure: unknown): void;
}
