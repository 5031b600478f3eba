import { useEffect, useSyncExternalStore } from 'react';
import type { ComponentType, SVGProps } from 'react';
import { ICON_ALIASES } from './icon-aliases.ts';

type Drawings = Record<string, ComponentType<SVGProps<SVGSVGElement>>>;
let drawings: Drawings = {};
const waiting = new Set<() => void>();
/** What was asked for; a failed load is asked for again with the next icon that appears. */
const asked = new Set<() => Promise<Drawings>>();

const first = async (): Promise<Drawings> => (await import('./icon-drawings.ts')).drawings;
const others = async (): Promise<Drawings> => (await import('./other-drawings.ts')).otherDrawings;

async function load(part: () => Promise<Drawings>): Promise<void> {
  if (asked.has(part)) return;
  asked.add(part);
  try {
    const loaded = await part();
    drawings = { ...drawings, ...loaded };
  } catch {
    asked.delete(part);
  }
  for (const wake of waiting) wake();
}
/** Fetches every drawing; icons on the screen fill in when they are there. */
export const loadIcons = async (): Promise<void> => {
  await Promise.all([load(first), load(others)]);
};
function subscribe(wake: () => void): () => void {
  void load(first);
  waiting.add(wake);
  return () => waiting.delete(wake);
}
/** Pages may name an icon by what it is for. */
const nameOf = (name: string): string =>
  Object.hasOwn(ICON_ALIASES, name) ? (ICON_ALIASES[name] ?? name) : name;

/**
 * An icon of the kit by name (kebab case, Arco's names without "Icon", or one of ICON_ALIASES).
 * Decorative by default; give `label` when it is the only content. The box has its size before the
 * drawing is loaded, so that nothing jumps.
 */
export function Icon({
  name,
  label,
  className = '',
}: {
  name: string;
  label?: string;
  className?: string;
}) {
  const all = useSyncExternalStore(
    subscribe,
    () => drawings,
    () => drawings,
  );
  const known = nameOf(name);
  const Drawing = Object.hasOwn(all, known) ? all[known] : undefined;
  const isOther = Drawing === undefined && Object.hasOwn(all, 'loading');
  useEffect(() => {
    if (isOther) void load(others);
  }, [isOther]);
  const role = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <span className={`hz-icon ${className}`} {...role}>
      {Drawing && <Drawing aria-hidden />}
    </span>
  );
}
