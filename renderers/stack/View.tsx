import type { CSSProperties } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { lengthOf, numberOf } from '../../src/values/index.ts';
import type { StackProps } from './index.ts';
import styles from './View.module.css';

function styleOf(props: StackProps): CSSProperties {
  const row = props.direction === 'row';
  return {
    flexDirection: row ? 'row' : 'column',
    gap: numberOf(props.gap, 16),
    padding: numberOf(props.padding, 0),
    ...(typeof props.inset === 'number' && { paddingInline: props.inset }),
    alignItems: props.align ?? (row ? 'center' : 'stretch'),
    justifyContent: props.justify === 'between' ? 'space-between' : props.justify,
    flexWrap: props.wrap ? 'wrap' : undefined,
    // Centred, it is as wide as its content otherwise.
    width: lengthOf(props.width) ?? (props.center && props.maxWidth ? '100%' : undefined),
    maxWidth: lengthOf(props.maxWidth) ?? '100%',
    // For what sticks to its foot: panel@1.
    ...(props.scroll && { '--hz-foot': `${-numberOf(props.padding, 0)}px` }),
  };
}

/** Children in one line, downwards or sideways. */
export default function StackView({ node }: WidgetViewProps<StackProps>) {
  const { props } = node;
  const flags = [
    props.grow && styles.grow,
    props.fill && styles.fill,
    props.scroll && styles.scroll,
    props.center && styles.center,
  ];
  const look = props.tone ? styles[`tone-${props.tone}`] : '';
  const phone = props.onPhone && props.onPhone !== 'same' ? styles[`phone-${props.onPhone}`] : '';
  return (
    <div
      className={[styles.stack, ...flags, look, phone].filter(Boolean).join(' ')}
      style={styleOf(props)}
    >
      {node.slot('default')}
    </div>
  );
}
