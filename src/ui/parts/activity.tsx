import { type LabelSource, isRecord, textOf } from '../../values/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { IconButton } from './chrome.tsx';
import styles from '../display/parts.module.css';

/** Names that came with an answer, else those the application knows. */
export const labelsWithFallback = (
  labels: Readonly<Record<string, unknown>>,
  ports: Pick<EnginePorts, 'labels'>,
): LabelSource => ({
  get: (kind: string, id: string) => {
    const of = labels[kind];
    return (isRecord(of) ? textOf(of[id]) : '') || ports.labels.get(kind, id);
  },
});

/** Pager of a list ordered newest first; nothing when everything fits on one page. */
export function NewestFirstPager({
  label,
  unit,
  total,
  current,
  size,
  onTurn,
}: {
  label: string;
  /** 条评论 */
  unit: string;
  total: number;
  current: number;
  size: number;
  onTurn(current: number): void;
}) {
  if (total <= size) return null;
  return (
    <nav aria-label={label} className={styles.turn}>
      <span>
        第 {(current - 1) * size + 1} 至 {Math.min(current * size, total)} {unit}，共 {total} {unit}
      </span>
      <IconButton
        label="较新的"
        icon="left"
        disabled={current <= 1}
        onClick={() => onTurn(current - 1)}
      />
      <IconButton
        label="较早的"
        icon="right"
        disabled={current * size >= total}
        onClick={() => onTurn(current + 1)}
      />
    </nav>
  );
}
