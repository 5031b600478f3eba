import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { asList } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { PanelButton, chrome } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import { useColumnLayout } from '../../src/view/index.ts';
import { patchOf, allSettingsOf } from './changes.ts';
import type { ViewSaveProps } from './index.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 280;

function NameInput({ name, onChange }: { name: string; onChange(name: string): void }) {
  return (
    <label className={styles.entry}>
      <span>名称</span>
      <input
        className={chrome.input}
        value={name}
        maxLength={50}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function NameForm({ first, onName }: { first: string; onName(name: string): void }) {
  const [name, setName] = useState(first);
  const trimmed = name.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed) onName(trimmed);
      }}
    >
      <NameInput name={name} onChange={setName} />
      <div className={styles.foot}>
        <button type="submit" className={styles.make} disabled={!trimmed}>
          保存
        </button>
      </div>
    </form>
  );
}

/**
 * Appears when the list differs from its view: saves the settings in the view, in a new one, or
 * discards them.
 */
const ViewSaveView = observer(function ViewSaveView({ node }: WidgetViewProps<ViewSaveProps>) {
  const list = asList(node.bound);
  const layout = useColumnLayout(node, textOf(node.props.name) || list.object);
  const { view } = list;
  const patch = patchOf(list, layout);
  if (Object.keys(patch).length === 0) return null;
  const mayShow = view !== null && view.canEdit && view.scope !== 'locked';
  const reset = () => {
    list.resetView();
    if (view) layout.restore();
    void node.emit('reset');
  };
  return (
    <div className={styles.bar} role="group" aria-label="未保存的视图修改">
      <span className={styles.dot} aria-hidden />
      {mayShow && (
        <button
          type="button"
          className={chrome.link}
          disabled={node.busy}
          onClick={() =>
            void node.emit('save', { input: { id: view.id, version: view.version, ...patch } })
          }
        >
          保存到视图
        </button>
      )}
      {!view?.restricted && (
        <PanelButton text="另存为视图" icon="save" width={PANEL_WIDTH}>
          {(close) => (
            <NameForm
              first={view ? `${view.name} 副本` : '新视图'}
              onName={(name) => {
                close();
                void node.emit('saveAs', { view: { name, ...allSettingsOf(list, layout) } });
              }}
            />
          )}
        </PanelButton>
      )}
      <button type="button" className={chrome.link} onClick={reset}>
        还原
      </button>
    </div>
  );
});
export default ViewSaveView;
