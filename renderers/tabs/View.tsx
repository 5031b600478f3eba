import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Hideable, useOnPaper, useStable, arrowTarget } from '../../src/ui/hooks/index.ts';
import { useRevealPendingFocus, useSlotStates } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { cellOf } from '../../src/runtime/models/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';
import type { TabsProps } from './index.ts';
import styles from './View.module.css';

interface Tab {
  key: string;
  title: string;
  badge: string;
  disabled: boolean;
  /** the value it represents, when it is one of a list */
  row?: { value: unknown; index: number };
}
const tabOf = (item: Readonly<Record<string, unknown>>): Tab => ({
  key: textOf(item['key']),
  title: textOf(item['title']) || textOf(item['key']),
  badge: textOf(item['badge']),
  disabled: item['disabled'] === true,
});
/**
 * A tab for each row of a list; `names` says which of a row's properties are key, title and badge.
 */
const tabsOfRows = (names: Readonly<Record<string, unknown>>): Tab[] =>
  recordsOf(names['each']).map((value, index) => {
    const read = (part: string) => value[textOf(names[part]) || part];
    return {
      ...tabOf({ key: read('key'), title: read('title'), badge: read('badge') }),
      row: { value, index },
    };
  });
const tabsOf = (items: unknown): Tab[] =>
  recordsOf(items)
    .filter((item) => item['visible'] !== false)
    .flatMap((item) => ('each' in item ? tabsOfRows(item) : [tabOf(item)]));

/** The chosen key: given by the page, else of the bound cell, else the widget's own. */
function useChosen(node: NodeHandle<TabsProps>, tabs: Tab[]): [string, (key: string) => void] {
  const cell = cellOf(node.bound);
  const [own, setOwn] = useState('');
  const given = node.props.value;
  const wanted = typeof given === 'string' ? given : cell ? textOf(cell.value) : own;
  const chosen =
    tabs.find((tab) => tab.key === wanted)?.key ?? tabs.find((tab) => !tab.disabled)?.key ?? '';
  const choose = (key: string) => {
    if (key === chosen) return;
    if (cell) cell.set(key);
    else setOwn(key);
    void node.emit('change', { key });
  };
  return [chosen, choose];
}

/** How many fields in a tab are wrong. */
const Faults = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.faults}>
      {count}
      <span className="hz-visually-hidden">处需要修改</span>
    </span>
  );

/** Tabs with a panel each; a panel is drawn when first chosen. */
export default function TabsView({ node }: WidgetViewProps<TabsProps>) {
  const { items, variant, keep, fill, inset, label } = node.props;
  const states = useSlotStates(node, node.props.faults === true);
  const tabs = tabsOf(items).filter(({ key }) => states.get(key)?.hidden !== true);
  const paper = useOnPaper() && node.props.printAll === true;
  const [chosen, choose] = useChosen(node, tabs);
  const seen = useRef(new Set<string>());
  seen.current.add(chosen);
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRevealPendingFocus(node);
  const turn = useStable((slot: string | undefined) => {
    if (tabs.some(({ key }) => key === slot)) choose(slot!);
  });
  useEffect(() => turn(wanted[0]), [wanted, turn]);
  // Of many tabs in a narrow place the chosen one is in sight.
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, list.current, '[role="tab"]:not(:disabled)', 'horizontal');
    if (target) {
      event.preventDefault();
      target.focus();
      target.click();
    }
  };
  const drawn = (key: string) =>
    paper || key === chosen || (keep !== false && seen.current.has(key));
  return (
    <div
      className={`${styles.tabs} ${fill ? styles.fill : ''} ${inset ? styles.inset : ''} ${paper ? styles.paper : ''}`}
    >
      <div className={variant === 'capsule' ? styles.capsule : styles.line}>
        <div
          ref={list}
          role="tablist"
          aria-label={textOf(label) || '页签'}
          className={styles.list}
          onKeyDown={keys}
        >
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={node.domId(`tab-${tab.key}`)}
              aria-selected={tab.key === chosen}
              aria-controls={node.domId(`panel-${tab.key}`)}
              tabIndex={tab.key === chosen ? 0 : -1}
              disabled={tab.disabled}
              className={styles.tab}
              onClick={() => choose(tab.key)}
            >
              {tab.title}
              {tab.badge && <span className={styles.badge}>{tab.badge}</span>}
              <Faults count={states.get(tab.key)?.faults ?? 0} />
            </button>
          ))}
        </div>
        {node.hasSlot('extra') && <div className={styles.extra}>{node.slot('extra')}</div>}
      </div>
      {tabs
        .filter((tab) => drawn(tab.key))
        .map((tab) => (
          <div
            key={tab.key}
            role="tabpanel"
            id={node.domId(`panel-${tab.key}`)}
            aria-labelledby={node.domId(`tab-${tab.key}`)}
            hidden={!paper && tab.key !== chosen}
            className={styles.panel}
          >
            {paper && <h2 className={styles.paperTitle}>{tab.title}</h2>}
            <Hideable hidden={tab.key !== chosen}>
              {tab.row ? node.slot('each', { ...tab.row, key: tab.key }) : node.slot(tab.key)}
            </Hideable>
          </div>
        ))}
    </div>
  );
}
