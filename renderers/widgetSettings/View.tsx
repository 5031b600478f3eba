import { useMemo, useState, type KeyboardEvent } from 'react';
import {
  describedRegistry,
  PAGE_ROW,
  findNode,
  nodeTest,
  withNode,
} from '../../src/studio/preview/index.ts';
import {
  PAGE_SETTINGS,
  actionsIn,
  listsOfTarget,
  pageNames,
  settingsOfNode,
  settingValue,
  type ChoicePlace,
} from '../../src/studio/settings/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import { CopyButton, valueOf } from '../../src/ui/parts/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import { usePage } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { ActionsEditor } from './ActionsEditor.tsx';
import { SubjectForm, type Json } from './SubjectForm.tsx';
import type { WidgetSettingsProps } from './index.ts';
import styles from './View.module.css';

function targetIn(document: unknown, id: string, widget: string, isPage: boolean): Json | null {
  if (isPage) return document as Json;
  return id || widget ? (findNode(document, nodeTest(id, widget)) ?? null) : null;
}

/** What is set: the page, or one of its nodes; null when there is nothing to set. */
function useSubject({ props }: NodeHandle<WidgetSettingsProps>, document: unknown) {
  const registry = describedRegistry(usePage().registry);
  const id = textOf(props.node);
  const widget = textOf(props.widget);
  const whole = props.whole === true;
  const isPage = whole && id === PAGE_ROW && isRecord(document);
  const target = useMemo(
    () => targetIn(document, id, widget, isPage),
    [document, id, widget, isPage],
  );
  const definition = isPage ? undefined : registry.widget(textOf(target?.['type']))?.definition;
  const settings = useMemo(
    () => (definition ? settingsOfNode(definition, whole) : PAGE_SETTINGS),
    [definition, whole],
  );
  if (!target || !(isPage || definition)) return null;
  return { target, settings, definition, isPage, id, title: definition?.title ?? '页面' };
}

function Head({
  title,
  id,
  ports,
}: {
  title: string;
  id: string;
  ports: NodeHandle<WidgetSettingsProps>['ports'];
}) {
  return (
    <header className={styles.head}>
      <strong className="hz-ellipsis">{title}</strong>
      {id && (
        <>
          <code className={`${styles.id} hz-ellipsis`}>{id}</code>
          <CopyButton
            text={id}
            label="复制节点编号"
            onRefused={() => ports.toast('warning', '浏览器不允许复制')}
          />
        </>
      )}
    </header>
  );
}

const TABS = { settings: '属性', actions: '动作' } as const;
type Tab = keyof typeof TABS;
/** What it is like, and what it does. */
function Tabs({
  id,
  tab,
  count,
  onTab,
}: {
  id: string;
  tab: Tab;
  /** How many actions there are. */
  count: number;
  onTab: (tab: Tab) => void;
}) {
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = tab === 'settings' ? 'actions' : 'settings';
    onTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="设置什么" className={styles.tabs} onKeyDown={handleKey}>
      {(Object.keys(TABS) as Tab[]).map((key) => (
        <button
          key={key}
          id={`${id}-${key}`}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={tab === key}
          aria-controls={tab === key ? `${id}-panel` : undefined}
          tabIndex={tab === key ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {TABS[key]}
          {key === 'actions' && count > 0 && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  );
}

/** Where names of the subject are chosen from. */
function usePlace(
  document: unknown,
  nodeId: string | undefined,
  props: unknown,
  ports: ChoicePlace['ports'],
): ChoicePlace {
  const registry = describedRegistry(usePage().registry);
  return useMemo(
    () => ({
      document: (isRecord(document) ? document : {}) as unknown as ChoicePlace['document'],
      nodeId,
      beside: isRecord(props) ? props : {},
      ports,
      registry,
    }),
    [document, nodeId, props, ports, registry],
  );
}

/** Settings of a node of the bound document, made from what its widget declares. */
export default function WidgetSettingsView({ node }: WidgetViewProps<WidgetSettingsProps>) {
  const bound = valueOf(node.bound);
  const document = bound?.value;
  const subject = useSubject(node, document);
  const [tab, setTab] = useState<Tab>('settings');
  const names = useMemo(() => pageNames(document) as unknown as Json[], [document]);
  const nodeId = subject && !subject.isPage && subject.id ? subject.id : undefined;
  const place = usePlace(document, nodeId, subject?.target['props'], node.ports);
  const write = useStable((next: Json) => {
    if (!bound || !subject) return;
    bound.set(subject.isPage ? next : withNode(document, subject.target, next));
    if (node.handles('change')) void node.emit('change', { props: next['props'] ?? {} });
  });
  if (!subject) return <p className={styles.empty}>{textOf(node.props.empty)}</p>;
  const whole = node.props.whole === true;
  const { target, settings, title, id, definition, isPage } = subject;
  const key = `${id} ${textOf(target['type'])}`;
  const lists = whole ? listsOfTarget(id, target, definition) : [];
  const shown = lists.length > 0 ? tab : 'settings';
  const panel = node.domId('tab');
  return (
    <div className={styles.settings}>
      {whole && <Head title={title} id={isPage ? '' : id} ports={node.ports} />}
      {lists.length > 0 && (
        <Tabs
          id={panel}
          tab={shown}
          count={sum(lists.map(({ path }) => actionsIn(settingValue(target, path)).length))}
          onTab={setTab}
        />
      )}
      <div
        {...(lists.length > 0 && {
          id: `${panel}-panel`,
          role: 'tabpanel',
          'aria-labelledby': `${panel}-${shown}`,
        })}
      >
        {shown === 'settings' ? (
          <SubjectForm
            key={key}
            target={target}
            settings={settings}
            label={`${title}的属性`}
            place={place}
            names={names}
            whole={whole}
            onTarget={write}
          />
        ) : (
          <ActionsEditor
            key={key}
            target={target}
            lists={lists}
            place={place}
            names={names}
            onTarget={write}
          />
        )}
      </div>
    </div>
  );
}
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
