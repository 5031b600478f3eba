import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { VIEW_SETTINGS, type ViewKind, type ViewSetting } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { PanelButton, chrome, fieldsFor } from '../../src/ui/parts/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { ViewKindOption } from './views.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 320;
type FieldSetting = Extract<ViewSetting, { as: 'field' }>;
/** What a kind cannot do without. */
const required = (kind: string): [string, FieldSetting][] =>
  Object.entries(VIEW_SETTINGS[kind as ViewKind] ?? {}).flatMap(
    ([key, setting]): [string, FieldSetting][] =>
      setting.as === 'field' && setting.required ? [[key, setting]] : [],
  );

/** What a new view begins with beside that: fields of the object that nothing else of it goes by. */
function suggestions(
  kind: string,
  describe: ListModel['describe'],
  taken: readonly string[],
): Record<string, string> {
  const used = new Set(taken);
  const own = (name: string) => describe?.fields.some(({ apiName }) => apiName === name);
  return Object.fromEntries(
    Object.entries(VIEW_SETTINGS[kind as ViewKind] ?? {}).flatMap(([key, setting]) => {
      if (setting.as !== 'field' || !setting.suggested) return [];
      const free = fieldsFor({ ...setting, types: setting.suggested }, describe).find(
        ({ value }) => own(value) && !used.has(value),
      );
      if (free) used.add(free.value);
      return free ? [[key, free.value]] : [];
    }),
  );
}

interface NewViewSettings {
  name: string;
  kind: string;
  scope: string;
  kindConfig: Record<string, string>;
  groupId: string | null;
}
interface NewViewProps {
  list: ListModel;
  kinds: readonly ViewKindOption[];
  canShare: boolean;
  /** Its group. */
  folder: string | null;
  onMade(made: NewViewSettings): void;
}

function KindChoice({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: readonly ViewKindOption[];
  chosen: string;
  onChoose(key: string): void;
}) {
  return (
    <div role="radiogroup" aria-label="种类" className={styles.kinds}>
      {kinds.map(({ key, icon, title }) => (
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={chosen === key}
          className={styles.kindChoice}
          onClick={() => onChoose(key)}
        >
          <Icon name={icon} />
          <span>{title}</span>
        </button>
      ))}
    </div>
  );
}

const Editor = observer(function Editor({ list, kinds, canShare, folder, onMade }: NewViewProps) {
  const [kind, setKind] = useState(kinds[0]?.key ?? 'grid');
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [picked, setPicked] = useState<Record<string, string>>({});
  const asks = required(kind).map(([key, setting]) => ({
    key,
    setting,
    options: fieldsFor(setting, list.describe),
  }));
  const missing = asks.find(({ options }) => options.length === 0);
  const config = Object.fromEntries(
    asks.map(({ key, options }, at) => [
      key,
      picked[key] ?? options[Math.min(at, options.length - 1)]?.value ?? '',
    ]),
  );
  const title = kinds.find((each) => each.key === kind)?.title ?? '';
  const make = () => {
    if (!missing)
      onMade({
        name: name.trim() || title,
        kind,
        scope: shared ? 'shared' : 'personal',
        kindConfig: { ...suggestions(kind, list.describe, Object.values(config)), ...config },
        groupId: folder,
      });
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      {kinds.length > 1 && <KindChoice kinds={kinds} chosen={kind} onChoose={setKind} />}
      <label className={styles.entry}>
        <span>名称</span>
        <input
          className={chrome.input}
          value={name}
          placeholder={title}
          maxLength={50}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {asks.map(
        ({ key, setting, options }) =>
          options.length > 0 && (
            <label key={key} className={styles.entry}>
              <span>{setting.label}</span>
              <Select
                label={setting.label}
                value={config[key] ?? ''}
                options={options}
                onChange={(field) => setPicked({ ...picked, [key]: field })}
              />
            </label>
          ),
      )}
      {missing && (
        <p className={styles.missing} role="alert">
          没有可以用作“{missing.setting.label}”的字段。
        </p>
      )}
      {canShare && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
          大家都能看到
        </label>
      )}
      <div className={styles.foot}>
        <button type="submit" className={styles.make} disabled={missing !== undefined}>
          新建
        </button>
      </div>
    </form>
  );
});

/** A button that creates a view: its kind, the settings of that kind, and its audience. */
export const NewView = observer(function NewView(props: NewViewProps) {
  return (
    <PanelButton
      text="新建视图"
      icon="plus"
      bare={useNarrow()}
      width={PANEL_WIDTH}
      disabled={!props.list.describe}
    >
      {(close) => (
        <Editor
          {...props}
          onMade={(made) => {
            close();
            props.onMade(made);
          }}
        />
      )}
    </PanelButton>
  );
});
