import type { ActionModel } from '../../page/index.ts';
import type { ActionRegistry } from './types.ts';

/** A step that writes records, or holds steps that do so in its list's transaction. */
export function writes(step: ActionModel, registry: ActionRegistry): boolean {
  const action = registry.action(step.do);
  if (!action) return false;
  if (action.writes) return true;
  if (action.apart) return false;
  return (action.steps ?? []).some((name) => {
    const held = step.args[name];
    return held?.kind === 'literal' && holdsWrites(held.value, registry);
  });
}
function holdsWrites(value: unknown, registry: ActionRegistry): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsWrites(item, registry));
  if (typeof value !== 'object' || value === null) return false;
  const name = (value as { do?: unknown }).do;
  const action = typeof name === 'string' ? registry.action(name) : undefined;
  if (action?.writes) return true;
  return !action?.apart && Object.values(value).some((item) => holdsWrites(item, registry));
}
