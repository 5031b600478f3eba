import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { isFlag, isNumber, useRemembered } from '../../src/view/index.ts';
import { lengthOf, numberOf, textOf } from '../../src/values/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import type { SplitProps } from './index.ts';
import styles from './View.module.css';

/**
 * Bounds of a dragged side, in pixels: still readable, and the main part keeps most of the screen.
 */
const SIDE_MIN = 180;
const SIDE_MAX = 560;
/** One press of an arrow key on the handle, in pixels. */
const STEP = 16;
const bounded = (width: number) => Math.round(Math.min(SIDE_MAX, Math.max(SIDE_MIN, width)));

/**
 * The line between side and main: dragged, or moved by arrow keys; a double press or Enter puts it
 * back.
 */
function Handle({
  width,
  first,
  label,
  controls,
  onWidth,
}: {
  width: number;
  first: number;
  label: string;
  controls: string;
  onWidth: (width: number) => void;
}) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const start = event.clientX - width;
    handle.setPointerCapture(event.pointerId);
    const move = (next: globalThis.PointerEvent) => onWidth(bounded(next.clientX - start));
    handle.addEventListener('pointermove', move);
    handle.addEventListener(
      'lostpointercapture',
      () => handle.removeEventListener('pointermove', move),
      { once: true },
    );
  };
  const keys = (event: KeyboardEvent) => {
    const to: Record<string, number> = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: SIDE_MIN,
      End: SIDE_MAX,
      Enter: first,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      onWidth(bounded(next));
    }
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`调整${label}宽度`}
      aria-valuenow={width}
      aria-valuemin={SIDE_MIN}
      aria-valuemax={SIDE_MAX}
      aria-controls={controls}
      title={`拖动调整${label}宽度，双击还原`}
      className={styles.handle}
      onPointerDown={drag}
      onDoubleClick={() => onWidth(first)}
      onKeyDown={keys}
    />
  );
}

const Side = observer(function Side({ node }: { node: NodeHandle<SplitProps> }) {
  const { sideWidth, resizable, collapsible, hideSideOnPhone } = node.props;
  const label = textOf(node.props.sideLabel) || '侧栏';
  const [width, setWidth] = useRemembered(node, 'width', numberOf(sideWidth, 260), isNumber);
  const [folded, setFolded] = useRemembered(node, 'folded', false, isFlag);
  const closed = collapsible === true && folded;
  const size = resizable ? `${bounded(width)}px` : lengthOf(sideWidth);
  return (
    <>
      {!closed && (
        <aside
          id={node.domId('side')}
          aria-label={label}
          className={`${styles.side} ${hideSideOnPhone ? styles.noPhone : ''}`}
          style={{ width: size }}
        >
          {node.slot('side')}
        </aside>
      )}
      {resizable && !closed && (
        <Handle
          width={bounded(width)}
          first={bounded(numberOf(sideWidth, 260))}
          label={label}
          controls={node.domId('side')}
          onWidth={setWidth}
        />
      )}
      {collapsible && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!closed}
          aria-controls={node.domId('side')}
          aria-label={closed ? `展开${label}` : `收起${label}`}
          title={closed ? `展开${label}` : `收起${label}`}
          onClick={() => setFolded(!folded)}
        >
          <Icon name={closed ? 'right' : 'left'} />
        </button>
      )}
    </>
  );
});

/** On a phone one part at a time; the others stay as they were left. */
const PhoneTabs = observer(function PhoneTabs({ node }: { node: NodeHandle<SplitProps> }) {
  const { sideLabel, mainLabel, asideLabel } = node.props;
  const parts = [
    { key: 'side', label: textOf(sideLabel) || '侧栏' },
    { key: 'main', label: textOf(mainLabel) || '内容' },
    { key: 'aside', label: textOf(asideLabel) || '详情' },
  ].filter(({ key }) => node.hasSlot(key));
  const wanted = textOf(node.props.mainFor);
  const [at, setAt] = useState(node.hasSlot('main') ? 'main' : (parts[0]?.key ?? ''));
  const [shown, setShown] = useState(wanted);
  if (wanted !== shown) {
    setShown(wanted);
    // The first value is the page's initial one, not a choice of the user.
    if (shown !== '' && node.hasSlot('main')) setAt('main');
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next =
      parts[(parts.findIndex(({ key }) => key === at) + step + parts.length) % parts.length]!.key;
    setAt(next);
    document.getElementById(node.domId(`tab-${next}`))?.focus();
  };
  return (
    <div className={`${styles.split} ${styles.fill} ${styles.tabbed}`}>
      <div role="tablist" aria-label="切换" className={styles.tabs} onKeyDown={move}>
        {parts.map(({ key, label }) => (
          <button
            key={key}
            id={node.domId(`tab-${key}`)}
            type="button"
            role="tab"
            aria-selected={key === at}
            aria-controls={node.domId(`part-${key}`)}
            tabIndex={key === at ? 0 : -1}
            className={styles.tab}
            onClick={() => setAt(key)}
          >
            {label}
          </button>
        ))}
      </div>
      {parts.map(({ key }) => (
        <div
          key={key}
          id={node.domId(`part-${key}`)}
          role="tabpanel"
          aria-labelledby={node.domId(`tab-${key}`)}
          className={styles.part}
          hidden={key !== at}
        >
          {node.slot(key)}
        </div>
      ))}
    </div>
  );
});

/**
 * On a phone the side, and the main part over it while it shows something; the side stays as it was
 * left.
 */
const PhonePages = observer(function PhonePages({ node }: { node: NodeHandle<SplitProps> }) {
  const isMain = textOf(node.props.mainFor) !== '';
  const label = textOf(node.props.sideLabel) || '侧栏';
  return (
    <div className={`${styles.split} ${styles.fill} ${styles.tabbed}`}>
      <aside aria-label={label} className={styles.part} hidden={isMain}>
        {node.slot('side')}
      </aside>
      {isMain && (
        <>
          {node.handles('back') && (
            <button type="button" className={styles.back} onClick={() => void node.emit('back')}>
              <Icon name="left" />
              返回{label}
            </button>
          )}
          <div className={styles.part}>
            {node.slot('main')}
            {node.slot('aside')}
          </div>
        </>
      )}
    </div>
  );
});

/** Two or three columns side by side, below each other on a phone. */
export default function SplitView({ node }: WidgetViewProps<SplitProps>) {
  const { variant, fill, gap, asideWidth, onPhone } = node.props;
  const narrow = useNarrow();
  if (narrow && onPhone === 'tabs') return <PhoneTabs node={node} />;
  if (narrow && onPhone === 'pages') return <PhonePages node={node} />;
  return (
    <div
      className={[styles.split, styles[variant ?? 'panels'], fill !== false && styles.fill]
        .filter(Boolean)
        .join(' ')}
      style={{ gap: numberOf(gap, 0) || undefined }}
    >
      {node.hasSlot('side') && <Side node={node} />}
      <div className={styles.main}>{node.slot('main')}</div>
      {node.hasSlot('aside') && (
        <aside
          aria-label={textOf(node.props.asideLabel) || '详情'}
          className={styles.aside}
          style={{ width: lengthOf(asideWidth) }}
        >
          {node.slot('aside')}
        </aside>
      )}
    </div>
  );
}
