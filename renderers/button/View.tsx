import Button from '@arco-design/web-react/es/Button';
import { useRef } from 'react';
import { shortcutText, useShortcut } from '../../src/ui/overlay/index.ts';
import { useCountdown } from '../../src/ui/hooks/index.ts';
import { useGuardedClick } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { useFormBusy } from '../../src/ui/inputs/index.ts';
import type { ButtonProps } from './index.ts';
import styles from './View.module.css';

const LOOKS = {
  primary: { type: 'primary' },
  secondary: { type: 'secondary' },
  text: { type: 'text' },
  quiet: { type: 'text' },
  danger: { type: 'secondary', status: 'danger' },
} as const;
type Size = NonNullable<ButtonProps['size']>;

/**
 * A button that runs its actions once: it rests while they run and shortly after, and shows when
 * they take long.
 */
export default function ButtonView({ node }: WidgetViewProps<ButtonProps>) {
  const { kind, size, long, submit, loading, shortcut } = node.props;
  const rest = useCountdown(typeof node.props.cooldown === 'number' ? node.props.cooldown : 0);
  const click = useGuardedClick(
    node,
    'click',
    node.props.again === true ? 0 : undefined,
    (done) => {
      if (done) rest.start();
    },
  );
  const form = useFormBusy();
  const self = useRef<HTMLButtonElement>(null);
  const text = textOf(node.props.text);
  const label = textOf(node.props.label) || (text ? '' : '按钮');
  const keys = textOf(shortcut);
  useShortcut(
    keys,
    keys && !node.state.disabled ? () => self.current?.click() : null,
    text || label,
  );
  const busy = loading === true || click.busy || (submit === true && form.busy);
  const blocked = click.blocked || rest.left > 0 || (submit === true && form.blocked);
  // A form in a form is no form to the browser.
  const submits = submit === true ? form.submit : null;
  const onClick = (): void => {
    if (rest.left === 0) click.onClick();
  };
  const pressed = (): void => {
    if (node.handles('click')) onClick();
    if (!blocked) submits?.();
  };
  const tip = [text ? '' : label, keys && shortcutText(keys).join(' ')].filter(Boolean).join('　');
  const icon = textOf(node.props.icon);
  const look = [
    kind === 'quiet' && 'hz-quiet',
    node.props.phoneBottom ? styles.phoneBottom : node.props.phoneHidden && styles.phoneHidden,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Button
      ref={self}
      {...LOOKS[kind && kind in LOOKS ? kind : 'secondary']}
      size={
        (['small', 'large'] as (Size | undefined)[]).includes(size) ? (size as Size) : 'default'
      }
      long={long === true}
      loading={busy}
      htmlType={submit === true && !submits ? 'submit' : 'button'}
      disabled={node.state.disabled}
      aria-disabled={blocked || undefined}
      aria-label={label || undefined}
      title={tip || undefined}
      aria-keyshortcuts={keys || undefined}
      className={look || undefined}
      data-phone-bottom={node.props.phoneBottom || undefined}
      icon={icon ? <Icon name={icon} /> : undefined}
      onClick={submits ? pressed : submit === true && !node.handles('click') ? undefined : onClick}
    >
      {rest.left > 0 ? `${text}（${rest.left}）` : text || undefined}
    </Button>
  );
}
