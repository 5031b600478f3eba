import { isRecord, textOf } from '../../values/index.ts';
import type { ChoicePlace, NameChoice } from './choice-types.ts';

/** Events the library sends itself, and patterns of events. */
const isInternal = (event: string): boolean => event.startsWith('xstate.') || event.includes('*');
/**
 * Loads the events a machine takes, by its name in the page; null where the page does not declare
 * it. A page of a company sends nothing to the machines the application shares.
 */
export function eventChoices(
  name: string,
  { document, ports }: ChoicePlace,
): (() => Promise<NameChoice[]>) | null {
  const declared: unknown = Object.hasOwn(document.machines ?? {}, name)
    ? document.machines![name]
    : undefined;
  const use = isRecord(declared) ? textOf(declared['use']) : '';
  if (use === '') return null;
  return async () =>
    (await ports.machineEvents(use))
      .filter((event) => event !== '' && !isInternal(event))
      .map((event) => ({ code: event, label: event }));
}
