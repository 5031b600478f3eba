import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import type { IconProps } from './index.ts';
import styles from './View.module.css';

/** An icon of the kit; with a label it has a name and a tooltip. */
export default function IconView({ node }: WidgetViewProps<IconProps>) {
  const label = textOf(node.props.label);
  const { tone } = node.props;
  return (
    <span
      className={`${styles.icon} ${(tone && styles[tone]) ?? ''}`}
      style={{ fontSize: numberOf(node.props.size, 16) }}
      title={label || undefined}
    >
      <Icon name={textOf(node.props.name)} label={label} />
    </span>
  );
}
