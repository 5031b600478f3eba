import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { useStable } from '../../ui/hooks/index.ts';
import { useKeyHints } from '../../ui/overlay/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { NodeHandleImpl } from './node-handle.ts';

/**
 * Remembered per user: 'on' shows the panel to a user who is no builder, 'off' hides it from one.
 * An address with ?why=on switches it.
 */
const WHY_KEY = 'why';
/** Opens the panel for the focused node. Works while typing too. */
const WHY_KEYS = 'mod+.';
const HINTS = [
  [WHY_KEYS, '为什么：焦点处的组件'],
  ['Alt+单击', '为什么：单击处的组件'],
] as const;

const Panel = lazy(() => import('../inspect/Panel.tsx'));
/**
 * The way from an element to its node is fetched with the first question: until then the panel
 * costs two listeners.
 */
const nodeAt = async (element: Element): Promise<NodeHandleImpl | null> =>
  (await import('../inspect/locate.ts')).nodeAt(element);

function Listening(): ReactNode {
  const [node, setNode] = useState<NodeHandleImpl | null>(null);
  const ask = useStable(
    (element: Element) =>
      void nodeAt(element).then((found) => {
        if (found) setNode(found);
      }),
  );
  useKeyHints(HINTS);
  useEffect(() => {
    const clicked = (event: MouseEvent): void => {
      if (
        !event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        !(event.target instanceof Element)
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      ask(event.target);
    };
    const pressed = (event: globalThis.KeyboardEvent): void => {
      if (
        event.key !== '.' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.isComposing ||
        !document.activeElement
      )
        return;
      event.preventDefault();
      ask(document.activeElement);
    };
    // In the capture phase: asking why a button is there must not press it.
    document.addEventListener('click', clicked, true);
    document.addEventListener('keydown', pressed, true);
    return () => {
      document.removeEventListener('click', clicked, true);
      document.removeEventListener('keydown', pressed, true);
    };
  }, [ask]);
  if (!node) return null;
  return (
    <Suspense fallback={null}>
      <Panel node={node} onPick={setNode} onClose={() => setNode(null)} />
    </Suspense>
  );
}

/**
 * Answers why? for builders and administrators, and users who switched it on. One for a screen: the
 * outermost page has it.
 */
export const Why = observer(function Why({ ports }: { ports: EnginePorts }): ReactNode {
  const person = ports.person();
  const asked = ports.location().query[WHY_KEY];
  useEffect(() => {
    if (asked === 'on' || asked === 'off') ports.remembered.set(WHY_KEY, asked);
  }, [asked, ports]);
  const chosen = asked ?? ports.remembered.get(WHY_KEY);
  const on =
    chosen === 'on' ||
    (chosen !== 'off' && person !== null && (person.isSuper || person.isBuilder));
  return on ? <Listening /> : null;
});
