import Button from '@arco-design/web-react/es/Button';
import { useRef } from 'react';
import { shortcutText, useShortcut } from '../../src/ui/overlay/index.ts';
import { useCountdown } from '../../src/ui/hooks/index.ts';
import { useGuardedClick } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { choiceOf, textOf } from '../../src/values/index.ts';
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
const SIZES = ['default', 'small', 'large'] as const;
type Node = WidgetViewProps<ButtonProps>['node'];

/** What is written on the button, its name for screen readers, its keys and its tooltip. */
function textsOf({ props }: Node) {
  const text = textOf(props.text);
  const label = textOf(props.label) || (text ? '' : '按钮');
  const keys = textOf(props.shortcut);
  const tip = [text ? '' : label, keys && shortcutText(keys).join(' ')].filter(Boolean).join('　');
  return { text, label, keys, tip };
}

function lookOf({ props: { kind, size, phoneBottom, phoneHidden } }: Node) {
  const className = [
    kind === 'quiet' && 'hz-quiet',
    phoneBottom ? styles.phoneBottom : phoneHidden && styles.phoneHidden,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    ...LOOKS[kind && kind in LOOKS ? kind : 'secondary'],
    size: choiceOf(size, SIZES, 'default'),
    className: className || undefined,
  };
}

/** What a press does (the click of the page, the form around it), and when it is busy or blocked. */
function usePress(node: Node) {
  const { cooldown, again, loading } = node.props;
  const submit = node.props.submit === true;
  const rest = useCountdown(typeof cooldown === 'number' ? cooldown : 0);
  const click = useGuardedClick(node, 'click', again === true ? 0 : undefined, (done) => {
    if (done) rest.start();
  });
  const form = useFormBusy();
  const blocked = click.blocked || rest.left > 0 || (submit && form.blocked);
  // A form in a form is no form to the browser.
  const submitInner = submit ? form.submit : null;
  const emitClick = (): void => {
    if (rest.left === 0) click.onClick();
  };
  const emitAndSubmit = (): void => {
    if (node.handles('click')) emitClick();
    if (!blocked) submitInner?.();
  };
  return {
    secondsLeft: rest.left,
    busy: loading === true || click.busy || (submit && form.busy),
    blocked,
    htmlType: submit && !submitInner ? ('submit' as const) : ('button' as const),
    onClick: submitInner ? emitAndSubmit : submit && !node.handles('click') ? undefined : emitClick,
  };
}

/**
 * A button that runs its actions once: it rests while they run and shortly after, and shows when
 * they take long.
 */
export default function ButtonView({ node }: WidgetViewProps<ButtonProps>) {
  const { busy, blocked, secondsLeft, htmlType, onClick } = usePress(node);
  const self = useRef<HTMLButtonElement>(null);
  const { text, label, keys, tip } = textsOf(node);
  useShortcut(
    keys,
    keys && !node.state.disabled ? () => self.current?.click() : null,
    text || label,
  );
  const icon = textOf(node.props.icon);
  return (
    <Button
      ref={self}
      {...lookOf(node)}
      long={node.props.long === true}
      loading={busy}
      htmlType={htmlType}
      disabled={node.state.disabled}
      aria-disabled={blocked || undefined}
      aria-label={label || undefined}
      title={tip || undefined}
      aria-keyshortcuts={keys || undefined}
      data-phone-bottom={node.props.phoneBottom || undefined}
      icon={icon ? <Icon name={icon} /> : undefined}
      onClick={onClick}
    >
      {secondsLeft > 0 ? `${text}（${secondsLeft}）` : text || undefined}
    </Button>
  );
}
