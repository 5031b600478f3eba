import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { FloatingPanel } from '../../src/ui/overlay/index.ts';
import { Icon, dotStyle } from '../../src/ui/icons/index.ts';
import type { CanvasKind } from './rows.ts';
import styles from './View.module.css';

const WIDTH = 344;
const HEIGHT = 400;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 2,
  ArrowUp: -2,
  ArrowRight: 1,
  ArrowLeft: -1,
};

function groupsOf(kinds: readonly CanvasKind[]): [string, CanvasKind[]][] {
  const groups = new Map<string, CanvasKind[]>();
  for (const kind of kinds)
    groups.set(kind.group ?? '', [...(groups.get(kind.group ?? '') ?? []), kind]);
  return [...groups];
}

/** What can be added at a place, in groups; arrows go through it in two columns. */
export function AddMenu({
  anchor,
  kinds,
  onChoose,
  onClose,
}: {
  anchor: HTMLElement;
  kinds: readonly CanvasKind[];
  onChoose(kind: string): void;
  onClose(): void;
}) {
  const at = useRef<HTMLElement | null>(anchor);
  at.current = anchor;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, from + by))]?.focus();
  };
  return (
    <FloatingPanel anchor={at} title="添加节点" width={WIDTH} height={HEIGHT} onClose={onClose}>
      <div ref={list} className={styles.menu} onKeyDown={onKeyDown}>
        {groupsOf(kinds).map(([group, members]) => (
          <div key={group} role="group" aria-label={group || '节点'}>
            {group !== '' && <div className={styles.menuTitle}>{group}</div>}
            <div className={styles.menuItems}>
              {members.map(({ key, title, icon, color, hint }) => (
                <button
                  key={key}
                  type="button"
                  className={styles.menuItem}
                  title={hint}
                  onClick={() => onChoose(key)}
                >
                  {icon && (
                    <span className={styles.menuIcon} style={dotStyle(color)}>
                      <Icon name={icon} />
                    </span>
                  )}
                  {title}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
    </FloatingPanel>
  );
}
