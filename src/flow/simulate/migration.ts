import type { CompiledFlow } from '../compile/compile.ts';
import { decide } from '../decide/decide.ts';
import type { RefusalReason } from '../decide/refusal.ts';
import type { FlowState } from '../state/state.ts';

interface RunningInstance {
  readonly id: string;
  readonly state: FlowState;
}
interface MigrationPlan {
  readonly movable: readonly string[];
  readonly stuck: readonly {
    readonly id: string;
    readonly reason: RefusalReason;
    /** Steps of the old version that have no place in the new one. */
    readonly steps: readonly string[];
  }[];
}

/** Which instances can follow another version, in which their steps have these places. */
export function migrationPlan(
  to: CompiledFlow,
  mapping: Readonly<Record<string, string>>,
  instances: readonly RunningInstance[],
): MigrationPlan {
  const movable: string[] = [];
  const stuck: MigrationPlan['stuck'][number][] = [];
  for (const { id, state } of instances) {
    const decision = decide(to.model, state, { kind: 'migrate', steps: mapping, now: 0 });
    if (decision.kind !== 'refused') movable.push(id);
    else
      stuck.push({
        id,
        reason: decision.refusal.reason,
        steps: decision.refusal.about ?? [],
      });
  }
  return { movable, stuck };
}
