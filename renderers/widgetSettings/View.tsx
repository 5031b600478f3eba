import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PageView, useDebounced, usePage, useStable, type PageScope } from '../../engine/index.ts';
import type { NodeHandle, WidgetDefinition, WidgetViewProps } from '../../engine/kit/index.ts';
import { isRecord, textOf, valueOf } from '../../engine/parts/index.ts';
import { SETTINGS_FORM, findNode, nodeTest, propsFrom, settingsPage, withNode, type PropFault } from '../../engine/preview/index.ts';
import type { WidgetSettingsProps } from './index.ts';
import styles from './View.module.css';

type Json = Record<string, unknown>;

/** Hears of every change of the form's values: an observer of its own, so that typing draws nothing else. */
const Changes = observer(function Changes({ scope, onValues }: { scope: PageScope; onValues: (values: Json) => void }) {
  const text = JSON.stringify(scope.forms.get(SETTINGS_FORM)?.values() ?? {});
  const first = useRef(text);
  useEffect(() => { if (text !== first.current) { first.current = text; onValues(JSON.parse(text) as Json); } }, [text, onValues]);
  return null;
});

/** The form of one node's props; what is sound is written at once, what is not is explained. */
function Settings({ definition, before, onProps, node }: { definition: WidgetDefinition; before: Json; onProps: (props: Json) => void; node: NodeHandle<WidgetSettingsProps> }) {
  const { registry, load } = usePage();
  const [scope, setScope] = useState<PageScope | null>(null);
  const [faults, setFaults] = useState<readonly PropFault[]>([]);
  const page = useMemo(() => settingsPage(definition, before), [definition, before]);
  const find = useCallback((key: string) => (key === page.key ? Promise.resolve(page) : load(key)), [page, load]);
  const read = useDebounced((values: Json) => {
    const { props, faults: found } = propsFrom(definition, before, values);
    setFaults(found);
    onProps(props);
  });
  return (
    <div className={styles.settings}>
      {faults.length > 0 && (
        <ul role="alert" className={styles.faults}>{faults.map(({ name, text }) => <li key={name}><code>{name}</code>{`：${text}`}</li>)}</ul>
      )}
      <PageView trial pageKey={page.key} ports={node.ports} registry={registry} load={find} onScope={setScope} />
      {scope && <Changes scope={scope} onValues={read} />}
    </div>
  );
}

/** Settings of a node of the bound document, made from the props its widget declares. */
export default function WidgetSettingsView({ node }: WidgetViewProps<WidgetSettingsProps>) {
  const { registry } = usePage();
  const bound = valueOf(node.bound);
  const document = bound?.value;
  const id = textOf(node.props.node);
  const widget = textOf(node.props.widget);
  const found = useMemo(() => (id || widget ? findNode(document, nodeTest(id, widget)) : undefined), [document, id, widget]);
  const definition = registry.widget(textOf(found?.['type']))?.definition;
  // What was written here comes back as the document: the form that wrote it goes on; any other document fills it anew.
  const written = useRef<unknown>(null);
  const start = useRef<{ props: Json; round: number }>({ props: {}, round: 0 });
  const asked = useRef('');
  if (document !== written.current || asked.current !== `${id} ${widget}`) {
    written.current = document;
    asked.current = `${id} ${widget}`;
    start.current = { props: isRecord(found?.['props']) ? found['props'] : {}, round: start.current.round + 1 };
  }
  const write = useStable((props: Json) => {
    if (!bound || !found) return;
    const next = withNode(document, found, { ...found, props });
    written.current = next;
    bound.set(next);
    if (node.handles('change')) void node.emit('change', { props });
  });
  if (!found || !definition) return <p className={styles.empty}>{textOf(node.props.empty)}</p>;
  return <Settings key={start.current.round} definition={definition} before={start.current.props} onProps={write} node={node} />;
}
