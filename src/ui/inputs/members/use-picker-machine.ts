import { useActor } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import {
  provideMemberPicker,
  type Member,
  type MemberPickerContext,
  type MemberPickerEvent,
  type PickerSettings,
} from '../../../../machines/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { memberServices } from './services.ts';

export interface MemberPicker {
  readonly context: MemberPickerContext;
  readonly open: boolean;
  /** The search box replaces the tabs. */
  readonly searching: boolean;
  /** People, or the tree, are on their way. */
  readonly loading: boolean;
  readonly treeLoading: boolean;
  readonly send: (event: MemberPickerEvent) => void;
}

const same = (a: readonly Member[], b: readonly Member[]): boolean =>
  a.length === b.length &&
  a.every((each, at) => each.id === b[at]?.id && each.name === b[at]?.name);

/**
 * The machine of one picker: it lives as long as what shows it, knows its settings and what counts
 * outside.
 */
export function usePickerMachine(
  ports: EnginePorts,
  settings: PickerSettings,
  chosen: readonly Member[],
  commit: (members: readonly Member[]) => void,
): MemberPicker {
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  const [machine] = useState(() =>
    provideMemberPicker(memberServices(ports, (members) => latest.current(members))),
  );
  const [snapshot, send, actor] = useActor(machine, { input: { settings, chosen } });
  const [told, setTold] = useState(JSON.stringify(settings));
  const text = JSON.stringify(settings);
  useEffect(() => {
    if (text !== told) {
      setTold(text);
      send({ type: 'SETTINGS', settings: JSON.parse(text) as PickerSettings });
    }
  }, [send, text, told]);
  useEffect(() => {
    if (!same(chosen, actor.getSnapshot().context.chosen)) send({ type: 'SET', members: chosen });
  }, [actor, send, chosen]);
  return {
    context: snapshot.context,
    open: snapshot.matches('open'),
    searching: snapshot.matches({ open: { search: 'box' } }),
    loading: snapshot.hasTag('loading'),
    treeLoading: snapshot.hasTag('treeLoading'),
    send,
  };
}
