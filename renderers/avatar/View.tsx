import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { Avatar } from '../../src/ui/display/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import type { AvatarProps } from './index.ts';
import styles from './View.module.css';

/** Only pictures from a web address or our own host; anything else shows the name. */
const safe = (src: string): string | undefined =>
  /^(https?:|blob:|data:image\/|\/(?!\/))/i.test(src) ? src : undefined;

/** A person's picture, or the short name on a colour of its own. */
export default function AvatarView({ node }: WidgetViewProps<AvatarProps>) {
  const name = textOf(node.props.name);
  const size = numberOf(node.props.size, 26);
  const picture = <Avatar name={name} src={safe(textOf(node.props.image))} size={size} />;
  if (node.props.showName)
    return (
      <span className={styles.person}>
        {picture}
        <span
          className={node.props.phoneName === false ? `${styles.name} ${styles.wide}` : styles.name}
        >
          {name}
        </span>
      </span>
    );
  return (
    <span role="img" aria-label={name || '头像'} title={name} className={styles.person}>
      {picture}
    </span>
  );
}
