import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { useStable } from '../../ui/hooks/index.ts';
import { useKeyHints } from '../../ui/overlay/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import type { NodeHandleImpl } from '../page/node-handle.ts';

/**
 * Remembered per user: 'on' shows the panel to a user who is no builder, 'off' hides it from one.
 * An address with ?why=on switches it.
 */
const WHY_KEY = 'why';
/** Opens the panel for the focused node. Works while typing too. */
const WHY_KEYS = 'mod+.';
const HINTS = {
  node: [
    [WHY_KEYS, '为什么：焦点处的组件'],
    ['Alt+单击', '为什么：单击处的组件'],
  ],
  access: [
    [WHY_KEYS, '权限说明：焦点处的记录和字段'],
    ['Alt+单击', '权限说明：单击处的记录和字段'],
  ],
} as const;

const Panel = lazy(() => import('./Panel.tsx'));
/**
 * The way from an element to its node is fetched with the first question: until then the panel
 * costs two listeners.
 */
const nodeAt = async (element: Element): Promise<NodeHandleImpl | null> =>
  (await import('./locate.ts')).nodeAt(element);

/** Explains the person's rights on the record and field an element shows, in a drawer. */
async function explainAccess(element: Element, scope: PageScope): Promise<void> {
  const subject = (await import('./subject.ts')).subjectAt(element);
  if (subject) await scope.layers.add({ ...ACCESS_DRAWER, params: { ...subject } });
}
/** What an Alt-click of a person who does not build presses, as it always did. */
const PRESSED = 'button, a, [role="button"], [role="menuitem"]';
const ACCESS_DRAWER = { place: 'drawer', page: 'record.access', width: 560, until: [] } as const;

/**
 * Calls `ask` with the element that is Alt-clicked, or has the focus when the keys are pressed; a
 * click on what `but` selects does what it always does.
 */
function useQuestions(ask: (element: Element) => void, but?: string): void {
  useEffect(() => {
    const clicked = (event: MouseEvent): void => {
      if (
        !event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        !(event.target instanceof Element) ||
        (but !== undefined && event.target.closest(but))
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
  }, [ask, but]);
}

/** For who builds: the node in all its parts, and from there the rights. */
function NodeQuestions({ scope }: { scope: PageScope }): ReactNode {
  const [asked, setAsked] = useState<{ node: NodeHandleImpl; element: Element | null } | null>(
    null,
  );
  const ask = useStable(
    (element: Element) =>
      void nodeAt(element).then((node) => {
        if (node) setAsked({ node, element });
      }),
  );
  useKeyHints(HINTS.node);
  useQuestions(ask);
  if (!asked) return null;
  const { node, element } = asked;
  return (
    <Suspense fallback={null}>
      <Panel
        node={node}
        onPick={(picked) => setAsked({ node: picked, element: null })}
        onClose={() => setAsked(null)}
        onAccess={
          element &&
          (() => {
            setAsked(null);
            void explainAccess(element, scope);
          })
        }
      />
    </Suspense>
  );
}

/** For everyone else: their rights on what they see. */
function AccessQuestions({ scope }: { scope: PageScope }): ReactNode {
  const ask = useStable((element: Element) => void explainAccess(element, scope));
  useKeyHints(HINTS.access);
  useQuestions(ask, PRESSED);
  return null;
}

/**
 * Answers why? about nodes for builders and administrators, and users who switched it on; about
 * rights for everyone signed in. One for a screen: the outermost page has it.
 */
export default observer(function Why({ scope }: { scope: PageScope }): ReactNode {
  const ports: EnginePorts = scope.ports;
  const person = ports.person();
  const asked = ports.location().query[WHY_KEY];
  useEffect(() => {
    if (asked === 'on' || asked === 'off') ports.remembered.set(WHY_KEY, asked);
  }, [asked, ports]);
  const chosen = asked ?? ports.remembered.get(WHY_KEY);
  const on =
    chosen === 'on' ||
    (chosen !== 'off' && person !== null && (person.isSuper || person.isBuilder));
  if (on) return <NodeQuestions scope={scope} />;
  return person ? <AccessQuestions scope={scope} /> : null;
});
