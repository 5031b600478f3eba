import type { FlowNodeSettings } from '../../../contract/index.ts';
import type { Prepared } from '../prepared.ts';

/** What a trigger does that asks an address outside. */
export type RequestSettings = Extract<
  NonNullable<FlowNodeSettings['trigger']['do']>,
  { action: 'http' }
>;

/** The request of a node; undefined for one that makes none. */
export function requestSettings({ nodes }: Prepared, id: string): RequestSettings | undefined {
  const node = nodes.get(id);
  const does = node?.type === 'trigger' ? node.settings.do : undefined;
  return does?.action === 'http' ? does : undefined;
}
