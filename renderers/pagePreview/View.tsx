import type { PageGrant } from '../../src/contract/index.ts';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent, PointerEvent, SyntheticEvent } from 'react';
import { COMPANY_GRANT, type PageScope } from '../../src/runtime/scope/index.ts';
import { LayerContext } from '../../src/ui/overlay/index.ts';
import { PageView, usePage } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import { NarrowContext, PHONE_WIDTH } from '../../src/ui/hooks/index.ts';
import { isRecord, numberOf, textOf } from '../../src/values/index.ts';
import {
  PREVIEW_EVENT,
  findNode,
  nodeTest,
  previewError,
  previewDocument,
  previewPorts,
  type PreviewSettings,
} from '../../src/studio/preview/index.ts';
import { nodeOfPage } from '../../src/view/inspect/index.ts';
import type { PagePreviewProps } from './index.ts';
import { Rings } from './Rings.tsx';
import { useOwnFocus } from './use-own-focus.ts';
import { useScreen } from './use-screen.ts';
import styles from './View.module.css';

const PREVIEW_KEY = 'preview';
const NO_PARAMS = {};
type Node = NodeHandle<PagePreviewProps>;

/** The whole window dark while this is there: what a page opens over itself is dark as well. */
function useDark(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const before = document.body.getAttribute('arco-theme');
    document.body.setAttribute('arco-theme', 'dark');
    return () => {
      if (before === null) document.body.removeAttribute('arco-theme');
      else document.body.setAttribute('arco-theme', before);
    };
  }, [on]);
}

/** The document as the trial runs it, or why it cannot be. */
function useTrial(node: Node) {
  const { registry, load } = usePage();
  const { document: given, allows, data, watch, readonly, disabled } = node.props;
  const text = JSON.stringify(given ?? null);
  const trial = useMemo<PreviewSettings>(
    () => ({ watch: textOf(watch), readonly: readonly === true, disabled: disabled === true }),
    [watch, readonly, disabled],
  );
  const made = useMemo(() => {
    try {
      return { page: previewDocument(JSON.parse(text), trial, registry) };
    } catch (error) {
      return { fault: previewError(error) };
    }
  }, [text, trial, registry]);
  const ports = useMemo(() => previewPorts(node.ports, data ?? 'real'), [node, data]);
  // The document is unpublished, by any author: it gets the rights of a company's page, within the
  // given limits.
  const allowed = JSON.stringify(allows ?? []);
  const grant = useMemo(
    (): PageGrant => ({ ...COMPANY_GRANT, allows: JSON.parse(allowed) as string[] }),
    [allowed],
  );
  // What the page embeds comes from where pages come from.
  const find = useCallback(
    (key: string) =>
      key === PREVIEW_KEY && made.page
        ? Promise.resolve({ ...grant, document: made.page })
        : load(key),
    [made, load, grant],
  );
  return { made, ports, find, registry };
}

const suppressEvent = (event: SyntheticEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** While nodes are picked the page gets no pointer events; a press selects the node. */
function usePicking(node: Node, scope: PageScope | null) {
  const [hovered, setHovered] = useState('');
  const on = node.props.pick === true;
  const at = (event: SyntheticEvent): string =>
    scope && event.target instanceof Element ? (nodeOfPage(event.target, scope)?.id ?? '') : '';
  if (!on) return { hovered: '', listeners: {} };
  return {
    hovered,
    listeners: {
      onPointerDownCapture: suppressEvent,
      onMouseDownCapture: suppressEvent,
      onDoubleClickCapture: suppressEvent,
      onClickCapture: (event: MouseEvent) => {
        suppressEvent(event);
        const id = at(event);
        if (id) void node.emit('pick', { node: id });
      },
      onPointerMoveCapture: (event: PointerEvent) => setHovered(at(event)),
      onPointerLeave: () => setHovered(''),
    },
  };
}

const Stage = observer(function Stage({ node }: { node: Node }) {
  const { document: given, params, width, dark, fill, pick, selected, label } = node.props;
  const { made, ports, find, registry } = useTrial(node);
  const stage = useRef<HTMLDivElement>(null);
  const [scope, setScope] = useState<PageScope | null>(null);
  const { hovered, listeners } = usePicking(node, scope);
  useDark(dark === true);
  useOwnFocus(stage);
  const size = numberOf(width, 0);
  // Keys of the trial's page count while the focus is in it, and only then.
  const layer = node.domId('trial');
  const screen = useScreen(stage, size, fill === true);
  const heard = (event: string, payload: unknown) => {
    if (event === PREVIEW_EVENT) void node.emit('event', payload);
  };
  const nameOf = (id: string) =>
    registry.widget(textOf(findNode(given, nodeTest(id, ''))?.['type']))?.definition.title ?? id;
  return (
    <div ref={stage} className={`${styles.stage} ${fill ? styles.fill : ''}`}>
      <section
        aria-label={textOf(label) || '预览'}
        tabIndex={-1}
        data-layer-name={layer}
        className={[
          styles.frame,
          size > 0 && (fill ? styles.screen : styles.boxed),
          pick && styles.picking,
        ]
          .filter(Boolean)
          .join(' ')}
        style={screen}
        {...listeners}
      >
        <LayerContext value={layer}>
          <NarrowContext value={size > 0 ? size <= PHONE_WIDTH : null}>
            {made.fault === undefined ? (
              <PageView
                trial
                pageKey={PREVIEW_KEY}
                params={isRecord(params) ? params : NO_PARAMS}
                ports={ports}
                registry={registry}
                load={find}
                onEmit={heard}
                onScope={setScope}
              />
            ) : (
              <FailureCard text={`无法预览：${made.fault}`} />
            )}
          </NarrowContext>
        </LayerContext>
      </section>
      {(pick || textOf(selected)) && (
        <Rings
          stage={stage}
          scope={scope}
          selected={textOf(selected)}
          hovered={hovered}
          nameOf={nameOf}
        />
      )}
    </div>
  );
});

/**
 * A document given as data, running: with the real server or a simulated one; its events are
 * reported, its writes and navigation simulated.
 */
export default function PagePreviewView({ node }: WidgetViewProps<PagePreviewProps>) {
  return node.props.document === null || node.props.document === undefined ? null : (
    <Stage node={node} />
  );
}
