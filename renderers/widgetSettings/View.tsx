import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { COMPANY_GRANT, type PageScope } from '../../src/runtime/scope/index.ts';
import { PageView, usePage } from '../../src/view/index.ts';
import { useDebounced, useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { CopyButton, valueOf } from '../../src/ui/parts/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import {
  PAGE_ROW,
  PAGE_SETTINGS,
  SETTINGS_FORM,
  SYNTAX_EVENT,
  applySettings,
  findNode,
  nodeTest,
  pageNames,
  convertSyntax,
  settingValue,
  settingsOfNode,
  settingsPage,
  withNode,
  withSetting,
  type Setting,
  type SettingFault,
  type ValueSyntax,
} from '../../src/studio/preview/index.ts';
import type { WidgetSettingsProps } from './index.ts';
import styles from './View.module.css';

type Json = Record<string, unknown>;
/** What is being set: the page, or one of its nodes. */
interface Subject {
  readonly target: Json;
  readonly settings: readonly Setting[];
  readonly title: string;
  readonly id: string;
}

/**
 * Observes every change of the form's values in a component of its own, so that typing redraws
 * nothing else.
 */
const Changes = observer(function Changes({
  scope,
  onValues,
}: {
  scope: PageScope;
  onValues: (values: Json) => void;
}) {
  const text = JSON.stringify(scope.forms.get(SETTINGS_FORM)?.values() ?? {});
  const first = useRef(text);
  useEffect(() => {
    if (text !== first.current) {
      first.current = text;
      onValues(JSON.parse(text) as Json);
    }
  }, [text, onValues]);
  return null;
});

interface SettingsProps {
  subject: Subject;
  names: readonly Json[];
  node: NodeHandle<WidgetSettingsProps>;
  onTarget: (target: Json) => void;
  onWriting: (name: string, writing: ValueSyntax) => void;
  writings: Readonly<Record<string, ValueSyntax>>;
}
/** The form of one subject; what is sound is written at once, what is not is explained. */
function Settings({ subject, names, node, onTarget, onWriting, writings }: SettingsProps) {
  const { registry, load } = usePage();
  const [scope, setScope] = useState<PageScope | null>(null);
  const [faults, setFaults] = useState<readonly SettingFault[]>([]);
  const whole = node.props.whole === true;
  const page = useMemo(
    () =>
      settingsPage(subject.settings, subject.target, {
        label: `${subject.title}的属性`,
        writings,
        whole,
        names,
      }),
    [subject, writings, whole, names],
  );
  const find = useCallback(
    (key: string) =>
      key === page.key ? Promise.resolve({ ...COMPANY_GRANT, document: page }) : load(key),
    [page, load],
  );
  const read = useDebounced((values: Json) => {
    const { target, faults: found } = applySettings(
      subject.settings,
      subject.target,
      values,
      writings,
    );
    setFaults(found);
    onTarget(target);
  });
  const handleEvent = (event: string, payload: unknown) => {
    if (event === SYNTAX_EVENT && isRecord(payload))
      onWriting(textOf(payload['name']), textOf(payload['writing']) as ValueSyntax);
  };
  return (
    <div className={styles.settings}>
      {whole && (
        <header className={styles.head}>
          <strong className="hz-ellipsis">{subject.title}</strong>
          {subject.id && (
            <>
              <code className={`${styles.id} hz-ellipsis`}>{subject.id}</code>
              <CopyButton
                text={subject.id}
                label="复制节点编号"
                onRefused={() => node.ports.toast('warning', '浏览器不允许复制')}
              />
            </>
          )}
        </header>
      )}
      {faults.length > 0 && (
        <ul role="alert" className={styles.faults}>
          {faults.map(({ name, title, text }) => (
            <li key={name}>{`${title}：${text}`}</li>
          ))}
        </ul>
      )}
      <PageView
        trial
        pageKey={page.key}
        ports={node.ports}
        registry={registry}
        load={find}
        onScope={setScope}
        onEmit={handleEvent}
      />
      {scope && <Changes scope={scope} onValues={read} />}
    </div>
  );
}

/** What the node's props name in the bound document; null when there is nothing to set. */
function useSubject(
  node: NodeHandle<WidgetSettingsProps>,
  document: unknown,
): { found: Json | undefined; subject: Subject | null } {
  const { registry } = usePage();
  const id = textOf(node.props.node);
  const widget = textOf(node.props.widget);
  const whole = node.props.whole === true;
  const isPage = whole && id === PAGE_ROW && isRecord(document);
  const found = useMemo(
    () => (!isPage && (id || widget) ? findNode(document, nodeTest(id, widget)) : undefined),
    [document, id, widget, isPage],
  );
  const definition = registry.widget(textOf(found?.['type']))?.definition;
  const subject = useMemo(() => {
    if (isPage) return { target: document as Json, settings: PAGE_SETTINGS, title: '页面', id: '' };
    return found && definition
      ? { target: found, settings: settingsOfNode(definition, whole), title: definition.title, id }
      : null;
  }, [isPage, document, found, definition, whole, id]);
  return { found, subject };
}

/** Settings of a node of the bound document, made from what its widget declares. */
export default function WidgetSettingsView({ node }: WidgetViewProps<WidgetSettingsProps>) {
  const bound = valueOf(node.bound);
  const document = bound?.value;
  const { found, subject } = useSubject(node, document);
  const [writings, setWritings] = useState<{
    of: string;
    map: Readonly<Record<string, ValueSyntax>>;
  }>({
    of: '',
    map: {},
  });
  const requestedNode = `${textOf(node.props.node)} ${textOf(node.props.widget)}`;
  // A change written here comes back with the document: the form stays; for any other target it is
  // refilled.
  const written = useRef('');
  const start = useRef<{ subject: Subject | null; names: Json[]; round: number; asked: string }>({
    subject: null,
    names: [],
    round: 0,
    asked: '',
  });
  const now = JSON.stringify(subject?.target);
  if (
    start.current.asked !== requestedNode ||
    now !== written.current ||
    start.current.subject === null
  ) {
    written.current = now ?? '';
    start.current = {
      subject,
      names: pageNames(document) as unknown as Json[],
      round: start.current.round + 1,
      asked: requestedNode,
    };
  }
  const write = useStable((target: Json) => {
    const text = JSON.stringify(target);
    if (!bound || !subject || text === JSON.stringify(subject.target)) return;
    written.current = text;
    bound.set(found ? withNode(document, found, target) : target);
    if (node.handles('change')) void node.emit('change', { props: target['props'] ?? {} });
  });
  const rewrite = useStable((name: string, writing: ValueSyntax) => {
    const setting = subject?.settings.find((each) => each.name === name);
    if (!bound || !subject || !setting) return;
    const value = convertSyntax(settingValue(subject.target, setting.path), writing);
    setWritings({
      of: requestedNode,
      map: { ...(writings.of === requestedNode && writings.map), [name]: writing },
    });
    const isWhole = typeof value !== 'object' || Object.values(value as object)[0] !== '';
    const target = isWhole ? withSetting(subject.target, setting.path, value) : subject.target;
    start.current = {
      ...start.current,
      subject: { ...subject, target },
      round: start.current.round + 1,
    };
    write(target);
  });
  const shown = start.current;
  if (!subject || !shown.subject) return <p className={styles.empty}>{textOf(node.props.empty)}</p>;
  return (
    <Settings
      key={`${shown.round}`}
      subject={shown.subject}
      names={shown.names}
      node={node}
      onTarget={write}
      onWriting={rewrite}
      writings={writings.of === requestedNode ? writings.map : NONE}
    />
  );
}
const NONE = {};
