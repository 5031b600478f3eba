import { chmodSync, copyFileSync, statSync, truncateSync } from 'node:fs';

/** A log that is longer is set aside: this and one before it are what logs take, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Sets a long log aside as <path>.1. What writes at its end goes on in the same file. */
function bound(path: string): void {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= MOST_BYTES) return;
    const aside = `${path}.1`;
    copyFileSync(path, aside);
    chmodSync(aside, 0o600);
    truncateSync(path);
  } catch {
    // A disk that is full or read-only: the log stays as it is until the next hour.
  }
}

/** Keeps a log that others append to from growing without end; answers what stops that. */
export function boundLog(path: string): () => void {
  bound(path);
  const timer = setInterval(() => bound(path), HOUR_MS).unref();
  return () => clearInterval(timer);
}
