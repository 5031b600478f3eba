import { isRecord, textOf } from '../../values/index.ts';
import type { RecentList, RecentPage } from '../../runtime/ports/index.ts';
import type { PreferenceStore } from './preference-store.ts';

/** Pages remembered: as many as are found again by eye. */
const MOST = 8;
const MAX_TITLE = 100;
/** Pages with something of their own on them; others have their place in the menu. */
const REMEMBERED = /^\/(app|appspace|page)\//;

type Session = { currentIdentity(): { tenant: string } | null };

/**
 * Records, lists and pages the person opened last, per company: what was opened in another one is
 * never shown here.
 */
export class RecentPages implements RecentList {
  private readonly remembered: PreferenceStore;
  private readonly session: Session;

  constructor(remembered: PreferenceStore, session: Session) {
    this.remembered = remembered;
    this.session = session;
  }

  private get tenant(): string {
    return this.session.currentIdentity()?.tenant ?? '';
  }
  private get key(): string {
    return `recent.${this.tenant}`;
  }

  /** The newest first. What is stored may be anything: only what can be opened counts. */
  list(): readonly RecentPage[] {
    const stored = this.remembered.get(this.key);
    return (Array.isArray(stored) ? stored : [])
      .filter(isRecord)
      .map((each) => ({ path: textOf(each['path']), title: textOf(each['title']) }))
      .filter(({ path, title }) => REMEMBERED.test(path) && title !== '')
      .slice(0, MOST);
  }

  note(path: string, title: string): void {
    if (this.tenant === '' || !REMEMBERED.test(path) || title === '') return;
    const page = { path, title: title.slice(0, MAX_TITLE) };
    const others = this.list().filter((each) => each.path !== path);
    this.remembered.set(this.key, [page, ...others].slice(0, MOST));
  }
}
