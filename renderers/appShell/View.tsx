import { useEffect, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { Layer } from '../../src/ui/overlay/index.ts';
import { textOf } from '../../src/values/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import type { AppShellProps } from './index.ts';
import styles from './View.module.css';

const KEY = 'shell.folded';

/** On a phone the menu slides in, and goes when something in it was chosen. */
function PhoneMenu({
  node,
  label,
  open,
  onClose,
}: {
  node: NodeHandle<AppShellProps>;
  label: string;
  open: boolean;
  onClose: () => void;
}) {
  const chosen = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, [data-nav]')) onClose();
  };
  if (!open) return null;
  return (
    <Layer place="left" width="min(280px, 86vw)" label={label} maskCloses onClose={onClose}>
      <nav aria-label={label} className={styles.phoneSide} onClick={chosen}>
        <div className={styles.brand}>{node.slot('brand')}</div>
        <div className={styles.menu}>{node.slot('side')}</div>
      </nav>
    </Layer>
  );
}

function Frame({
  node,
  label,
  folded,
  button,
}: {
  node: NodeHandle<AppShellProps>;
  label: string;
  folded: boolean;
  button: ReactNode;
}) {
  const side = !folded && node.hasSlot('side');
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href={`#${node.domId('main')}`}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(node.domId('main'))?.focus();
        }}
      >
        跳到主要内容
      </a>
      {side && (
        <nav id={node.domId('side')} aria-label={label} className={styles.side}>
          <div className={styles.brand}>{node.slot('brand')}</div>
          <div className={styles.menu}>{node.slot('side')}</div>
        </nav>
      )}
      <div className={styles.body}>
        <header className={styles.header}>
          {button}
          {!side && <div className={styles.headerBrand}>{node.slot('brand')}</div>}
          <div className={styles.headerRest}>{node.slot('header')}</div>
        </header>
        <main id={node.domId('main')} tabIndex={-1} className={styles.main}>
          {node.slot('main')}
        </main>
      </div>
    </div>
  );
}

/** Side menu 280, header 56, and the page (specification, section 2). */
export default function AppShellView({ node }: WidgetViewProps<AppShellProps>) {
  const narrow = useNarrow();
  const label = textOf(node.props.sideLabel) || '主导航';
  const [folded, setFolded] = useState(() => node.ports.remembered.get(KEY) === true);
  const [open, setOpen] = useState(false);
  const { path } = node.ports.location();
  useEffect(() => setOpen(false), [path]);
  const toggle = () => {
    if (narrow) {
      setOpen(!open);
      return;
    }
    setFolded(!folded);
    node.ports.remembered.set(KEY, !folded);
  };
  const shown = narrow ? open : !folded;
  const text = shown ? '收起菜单' : '展开菜单';
  const hasButton = node.hasSlot('side') && (narrow || node.props.collapsible !== false);
  const button = hasButton && (
    <button
      type="button"
      className={styles.toggle}
      aria-label={narrow ? '打开菜单' : text}
      title={narrow ? '打开菜单' : text}
      aria-expanded={shown}
      aria-controls={shown && !narrow ? node.domId('side') : undefined}
      onClick={toggle}
    >
      <Icon name={narrow ? 'menu' : shown ? 'menu-fold' : 'menu-unfold'} />
    </button>
  );
  return (
    <>
      <Frame node={node} label={label} folded={narrow || folded} button={button} />
      {narrow && <PhoneMenu node={node} label={label} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
