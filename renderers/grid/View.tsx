import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf } from '../../src/values/index.ts';
import type { GridProps } from './index.ts';
import styles from './View.module.css';

/** Children in equal columns; one column on a phone. */
export default function GridView({ node }: WidgetViewProps<GridProps>) {
  const columns = numberOf(node.props.columns, 0);
  const least = numberOf(node.props.minWidth, 240);
  const tracks =
    columns > 0
      ? `repeat(${columns}, minmax(0, 1fr))`
      : `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))`;
  return (
    <div
      className={styles.grid}
      style={{ gridTemplateColumns: tracks, gap: numberOf(node.props.gap, 16) }}
    >
      {node.slot('default')}
    </div>
  );
}
