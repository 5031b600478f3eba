import { useState } from 'react';
import { CompareArea, type CompareAreaProps } from '../../src/studio/code/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { choiceOf, isRecord, lengthOf, textOf } from '../../src/values/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import type { CompareProps } from './index.ts';
import styles from './View.module.css';

const MODES = ['auto', 'sides', 'inline'] as const;
type Moves = Parameters<CompareAreaProps['onMoves']>[0];

/** The same data with keys in the order of other ones: an order of keys is no difference. */
function orderedAs(value: unknown, other: unknown): unknown {
  if (Array.isArray(value))
    return value.map((part, at) => orderedAs(part, Array.isArray(other) ? other[at] : undefined));
  if (!isRecord(value)) return value;
  const like = isRecord(other) ? other : {};
  const known = Object.keys(like).filter((key) => Object.hasOwn(value, key));
  const added = Object.keys(value).filter((key) => !Object.hasOwn(like, key));
  return Object.fromEntries(
    [...known, ...added].map((key) => [key, orderedAs(value[key], like[key])]),
  );
}
/** Data as their JSON; a text unchanged. */
function written(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (JSON.stringify(value, null, 2) ?? '');
}

/** Two versions of one thing, with what differs. */
export default function CompareView({ node }: WidgetViewProps<CompareProps>) {
  const { before, after, fill, height } = node.props;
  const [moves, setMoves] = useState<Moves>(null);
  const narrow = useNarrow();
  const mode = choiceOf(node.props.mode, MODES, 'auto');
  const sides = mode === 'sides' || (mode === 'auto' && !narrow);
  const [first, second] = [
    textOf(node.props.beforeLabel) || '之前',
    textOf(node.props.afterLabel) || '之后',
  ];
  const texts = [written(before), written(orderedAs(after, before))] as const;
  const isSame = texts[0] === texts[1];
  return (
    <section
      aria-label={textOf(node.props.label) || '对比'}
      className={`${styles.compare} ${fill ? styles.fill : ''}`}
      style={fill ? undefined : { height: lengthOf(height) ?? '400px' }}
    >
      <header className={styles.head}>
        <span className={`${styles.name} ${styles.gone}`}>{first}</span>
        <span className={`${styles.name} ${styles.come}`}>{second}</span>
        {isSame ? (
          <span role="status" className={styles.same}>
            没有不同
          </span>
        ) : (
          <>
            <IconButton label="上一处不同" icon="up" onClick={() => moves?.previous()} />
            <IconButton label="下一处不同" icon="down" onClick={() => moves?.next()} />
          </>
        )}
      </header>
      <div className={styles.body}>
        <CompareArea
          label={textOf(node.props.label) || '对比'}
          before={texts[0]}
          after={texts[1]}
          language={typeof after === 'string' ? 'text' : 'json'}
          sides={sides}
          onMoves={setMoves}
        />
      </div>
    </section>
  );
}
