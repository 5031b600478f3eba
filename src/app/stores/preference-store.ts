const PREFIX = 'huozi';

/**
 * Small values remembered per user in this browser. Storage that is full or forbidden only forgets.
 */
export class PreferenceStore {
  private readonly userId: () => string;
  /** Nothing is stored while the session of who typed it has ended: they may have signed out. */
  private readonly isLocked: () => boolean;
  constructor(userId: () => string, isLocked = () => false) {
    this.userId = userId;
    this.isLocked = isLocked;
  }
  private key(name: string): string {
    return `${PREFIX}:${this.userId()}:${name}`;
  }
  get(name: string): unknown {
    try {
      const text = localStorage.getItem(this.key(name));
      return text === null ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  }
  set(name: string, value: unknown): void {
    if (this.isLocked()) return;
    try {
      if (value === undefined) localStorage.removeItem(this.key(name));
      else localStorage.setItem(this.key(name), JSON.stringify(value));
    } catch {
      // A preference that cannot be stored is not worth a message.
    }
  }
}
