import { useSyncExternalStore } from 'react';
import type { ComponentType, SVGProps } from 'react';
import { ICON_ALIASES } from './icon-aliases.ts';

type Drawings = Record<string, ComponentType<SVGProps<SVGSVGElement>>>;
let drawings: Drawings | null = null;
let asked = false;
const waiting = new Set<() => void>();

/** Fetches the drawings once; icons on the screen fill in when they are there. */
export async function loadIcons(): Promise<void> {
  asked = true;
  drawings = (await import('./icon-drawings.ts')).drawings;
  for (const wake of waiting) wake();
}
function subscribe(wake: () => void): () => void {
  // A failed load asks again with the next icon that appears.
  if (!asked)
    loadIcons().catch(() => {
      asked = false;
    });
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
  const Drawing = all && Object.hasOwn(all, known) ? all[known] : undefined;
  const role = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <span className={`hz-icon ${className}`} {...role}>
      {Drawing && <Drawing aria-hidden />}
    </span>
  );
}
