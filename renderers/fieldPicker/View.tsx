import { observer } from 'mobx-react-lite';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { fieldNamed, listFields, textOf } from '../../src/values/index.ts';
import { FieldList, PanelButton, chrome } from '../../src/ui/parts/index.ts';
import { useColumnLayout, type ColumnLayout } from '../../src/view/index.ts';
import type { FieldPickerProps } from './index.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 280;

const Editor = observer(function Editor({
  list,
  layout,
}: {
  list: ListModel;
  layout: ColumnLayout;
}) {
  const shown = layout.shown.filter((name) => fieldNamed(list.describe, name));
  return (
    <div className={styles.editor}>
      <FieldList
        fields={listFields(list.describe)}
        shown={shown}
        least={1}
        onShow={(name, on) => layout.show(name, on)}
        onMove={(name, before) => layout.move(name, before)}
      />
      <div className={styles.foot}>
        <button
          type="button"
          className={chrome.link}
          disabled={!layout.changed}
          onClick={() => layout.reset()}
        >
          恢复默认
        </button>
      </div>
    </div>
  );
});

/** A button that opens which columns the list's table shows, and in what order. */
export default function FieldPickerView({ node }: WidgetViewProps<FieldPickerProps>) {
  const list = asList(node.bound);
  const layout = useColumnLayout(node, textOf(node.props.name) || list.object);
  return (
    <PanelButton
      text={textOf(node.props.text) || '字段'}
      icon="settings"
      width={PANEL_WIDTH}
      disabled={!list.describe}
    >
      {() => <Editor list={list} layout={layout} />}
    </PanelButton>
  );
}
