import type { CompiledFlow } from '../compile/compile.ts';
import type { FlowStatus } from '../../contract/index.ts';
import { draftOf, shownStatus } from '../state/state.ts';
import { stepsOf, type PathStep } from './path.ts';
import { Player, type Play, type Played } from './play.ts';

interface Simulated {
  readonly status: FlowStatus;
  readonly path: readonly PathStep[];
  readonly stopped?: Played['stopped'];
}

/** Tries a template out: submits it and lets everyone answer as chosen. */
export async function simulate(
  flow: CompiledFlow,
  starter: string,
  play: Play,
  now = 0,
): Promise<Simulated> {
  const player = new Player(flow, draftOf(starter), now, play);
  await player.submit();
  const played = await player.toEnd();
  return {
    status: shownStatus(played.state),
    path: stepsOf(flow, played),
    ...(played.stopped !== undefined && { stopped: played.stopped }),
  };
}
