/** Builds the stale parts of those named; `step` shows each and does its work. */
export function buildStale(
  step: (title: string, work: () => Promise<void>) => Promise<void>,
  names?: readonly ('web' | 'server')[],
): Promise<void>;
/** The files a part is made of, as paths below the working folder. */
export function sourcesOf(name: 'web' | 'server'): string[];
