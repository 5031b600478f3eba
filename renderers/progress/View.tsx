import { useEffect, type CSSProperties } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { TONES, choiceOf, numberOf, textOf } from '../../src/values/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { ProgressProps } from './index.ts';
import styles from './View.module.css';

const KINDS = ['bar', 'circle', 'steps'] as const;
const SIZES = ['small', 'default', 'large'] as const;
/** Diameter of the ring by size, in pixels, and the thickness of its line in a box of 36. */
const RINGS = { small: 40, default: 96, large: 128 } as const;
const LINE = 3;
const RADIUS = 18 - LINE / 2;
const ROUND = 2 * Math.PI * RADIUS;

/** 0 to 1; null while it is not known how much is done. */
function shareOf(value: unknown, max: number): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || max <= 0) return null;
  return Math.min(1, Math.max(0, value / max));
}

function Circle({ share }: { share: number | null }) {
  const stroke = { strokeWidth: LINE, cx: 18, cy: 18, r: RADIUS, fill: 'none' };
  return (
    <svg aria-hidden viewBox="0 0 36 36" className={share === null ? styles.turning : undefined}>
      <circle {...stroke} className={styles.groove} />
      <circle
        {...stroke}
        className={styles.line}
        strokeLinecap="round"
        strokeDasharray={`${(share ?? 0.25) * ROUND} ${ROUND}`}
        transform="rotate(-90 18 18)"
        opacity={share === 0 ? 0 : 1}
      />
    </svg>
  );
}
function Ring({ share, size, words }: { share: number | null; size: number; words: string }) {
  return (
    <span className={styles.ring} style={{ width: size, height: size }}>
      <Circle share={share} />
      {words && (
        <span className={styles.inner} style={{ fontSize: fontSizeIn(size) }}>
          {words}
        </span>
      )}
    </span>
  );
}
const fontSizeIn = (size: number): number => Math.max(10, Math.round(size / 5));

/**
 * Asks the page to poll the progress for as long as it is shown, also at 100%: work whose last item
 * is done may not have ended. Not while the last poll is pending, nor while it is not visible.
 */
function useTicks(node: WidgetViewProps<ProgressProps>['node'], seconds: number): void {
  useEffect(() => {
    if (!(seconds > 0)) return;
    const timer = setInterval(() => {
      if (!node.busy && document.visibilityState === 'visible') void node.emit('tick');
    }, seconds * 1_000);
    return () => clearInterval(timer);
  }, [node, seconds]);
}

/** The text of the page, else the percentage; empty when it is hidden or unknown. */
function wordsOf({ showText, text }: ProgressProps, percent: number | null): string {
  if (showText === false) return '';
  return textOf(text) || (percent === null ? '' : `${percent}%`);
}

const Cells = ({ share, count }: { share: number | null; count: number }) => (
  <span className={styles.cells}>
    {Array.from({ length: count }, (_, index) => (
      <span
        key={index}
        className={(share ?? 0) * count > index + 0.001 ? styles.full : styles.cell}
      />
    ))}
  </span>
);

const Groove = ({ share }: { share: number | null }) => (
  <span className={styles.groove}>
    <span
      className={`${styles.done} ${share === null ? styles.moving : ''}`}
      style={{ '--share': share ?? 0.3 } as CSSProperties}
    />
  </span>
);

/** How much of something is done: a bar, a ring or cells. */
export default function ProgressView({ node }: WidgetViewProps<ProgressProps>) {
  const kind = choiceOf(node.props.kind, KINDS, 'bar');
  const size = choiceOf(node.props.size, SIZES, 'default');
  const bound = valueOf(node.bound);
  const share = shareOf(node.props.value ?? bound?.value, numberOf(node.props.max, 100));
  useTicks(node, numberOf(node.props.every, 0));
  const percent = share === null ? null : Math.round(share * 100);
  const tone = choiceOf(node.props.tone, TONES, share === 1 ? 'success' : 'primary');
  const words = wordsOf(node.props, percent);
  const label = textOf(node.props.label) || '进度';
  const cells = Math.min(20, Math.max(2, Math.round(numberOf(node.props.steps, 5))));
  const named = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': percent ?? undefined,
    'aria-valuetext': textOf(node.props.text) || undefined,
  };
  if (kind === 'circle')
    return (
      <span {...named} className={styles[tone]}>
        <Ring share={share} size={RINGS[size]} words={words} />
      </span>
    );
  return (
    <span {...named} className={`${styles.row} ${styles[tone]} ${styles[size]}`}>
      {kind === 'steps' ? <Cells share={share} count={cells} /> : <Groove share={share} />}
      {words && (
        <span className={styles.words}>
          {words}
          {share === 1 && !node.props.text && tone === 'success' && (
            <Icon name="check-circle-fill" className={styles.check} />
          )}
        </span>
      )}
    </span>
  );
}
