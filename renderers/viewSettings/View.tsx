import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import {
  MAX_LABEL,
  VIEW_SETTINGS,
  type CustomView,
  type ViewSetting,
} from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { listFields, recordsOf, textOf } from '../../src/values/index.ts';
import { Select } from '../../src/ui/inputs/index.ts';
import { cardLook, FieldList, PanelButton, chrome, fieldsFor } from '../../src/ui/parts/index.ts';
import type { ViewSettingsProps } from './index.ts';
import { moved, shownOf, withSetting } from './settings.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 320;
type Config = CustomView['kindConfig'];
interface SettingProps<S extends ViewSetting['as']> {
  list: ListModel;
  forms: unknown;
  setting: Extract<ViewSetting, { as: S }>;
  value: unknown;
  /** All settings of the view: what is shown by default depends on others. */
  config: Config;
  onChange(value: unknown): void;
}

function FieldSetting({ list, setting, value, onChange }: SettingProps<'field'>) {
  const fields = fieldsFor(setting, list.describe);
  const name = textOf(value);
  const gone =
    name !== '' && !fields.some((field) => field.value === name)
      ? [{ value: name, label: '已删除的字段' }]
      : [];
  const none =
    setting.required && name !== ''
      ? []
      : [{ value: '', label: setting.none ?? (setting.required ? '请选择' : '不使用') }];
  return (
    <Select
      label={setting.label}
      value={name}
      options={[...none, ...fields, ...gone]}
      disabled={fields.length === 0 && name === ''}
      onChange={(field) => onChange(field === '' ? undefined : field)}
    />
  );
}

/** Settings of fields that cards do not repeat. */
const SHOWN_ELSEWHERE = ['groupField', 'parentField'];
/** The fields a card shows when none are chosen, as it chooses them itself. */
const defaultFields = ({ describe }: ListModel, config: Config): string[] =>
  cardLook(
    describe,
    { titleField: config['titleField'], coverField: config['coverField'] },
    SHOWN_ELSEWHERE.map((key) => textOf(config[key])),
  ).fields.map(({ apiName }) => apiName);

function FieldsSetting({ list, setting, value, config, onChange }: SettingProps<'fields'>) {
  const chosen = shownOf(value);
  const shown = chosen.length > 0 ? chosen : defaultFields(list, config);
  return (
    <>
      <FieldList
        fields={listFields(list.describe)}
        shown={shown}
        most={setting.max}
        onMove={(name, before) => onChange(moved(shown, name, before))}
        onShow={(name, on) =>
          onChange(on ? [...shown, name] : shown.filter((other) => other !== name))
        }
      />
      <p className={styles.hint}>
        {chosen.length === 0
          ? '现在是默认的字段'
          : shown.length >= setting.max
            ? `最多 ${setting.max} 个`
            : ''}
      </p>
    </>
  );
}

function NumberSetting({ setting, value, onChange }: SettingProps<'number'>) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const change = (next: string) => {
    setText(next);
    const count = Number(next);
    if (next.trim() === '') onChange(undefined);
    else if (Number.isInteger(count) && count >= setting.min && count <= setting.max)
      onChange(count);
  };
  const count = Number(text);
  const wrong =
    text.trim() !== '' &&
    !(Number.isInteger(count) && count >= setting.min && count <= setting.max);
  return (
    <>
      <input
        className={chrome.input}
        aria-label={setting.label}
        inputMode="numeric"
        placeholder="不限"
        value={text}
        aria-invalid={wrong || undefined}
        onChange={(event) => change(event.target.value)}
      />
      {wrong && (
        <p role="alert" className={styles.wrong}>
          请填写 {setting.min} 至 {setting.max} 的整数
        </p>
      )}
    </>
  );
}

/** A smart form to fill in; without one the object's own fields are. */
function FormSetting({ forms, setting, value, onChange }: SettingProps<'form'>) {
  const offered = recordsOf(forms).map((form) => ({
    value: textOf(form['id']),
    label: textOf(form['name']),
  }));
  const id = textOf(value);
  const gone =
    id !== '' && !offered.some((form) => form.value === id)
      ? [{ value: id, label: '已停止或删除的表单' }]
      : [];
  return (
    <Select
      label={setting.label}
      value={id}
      options={[{ value: '', label: '不使用，直接填写字段' }, ...offered, ...gone]}
      onChange={(form) => onChange(form === '' ? undefined : form)}
    />
  );
}

function ChoiceSetting({ setting, value, onChange }: SettingProps<'choice'>) {
  return (
    <Select
      label={setting.label}
      value={textOf(value) || setting.initial}
      options={Object.entries(setting.choices).map(([key, label]) => ({ value: key, label }))}
      onChange={onChange}
    />
  );
}

function Setting({ setting, ...rest }: SettingProps<ViewSetting['as']>) {
  return (
    <div className={styles.entry} role="group" aria-label={setting.label}>
      <span className={styles.label} aria-hidden>
        {setting.label}
      </span>
      {setting.as === 'field' && <FieldSetting setting={setting} {...rest} />}
      {setting.as === 'fields' && <FieldsSetting setting={setting} {...rest} />}
      {setting.as === 'form' && <FormSetting setting={setting} {...rest} />}
      {setting.as === 'number' && <NumberSetting setting={setting} {...rest} />}
      {setting.as === 'choice' && <ChoiceSetting setting={setting} {...rest} />}
    </div>
  );
}

/** The name is saved on blur or Enter; Escape restores the old one. */
function useName(view: CustomView, onName: (name: string) => void) {
  const [text, setText] = useState(view.name);
  const keep = () => {
    const name = text.trim();
    if (name !== '' && name !== view.name) onName(name);
    else setText(view.name);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
    if (event.key !== 'Escape' || text === view.name) return;
    event.preventDefault();
    setText(view.name);
  };
  return { text, setText, keep, keys };
}

function Name({ view, onName }: { view: CustomView; onName(name: string): void }) {
  const { text, setText, keep, keys } = useName(view, onName);
  return (
    <label className={styles.entry}>
      <span className={styles.label}>名称</span>
      <input
        className={chrome.input}
        value={text}
        maxLength={MAX_LABEL}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={keys}
      />
    </label>
  );
}

const Editor = observer(function Editor({
  node,
  list,
  view,
}: {
  node: NodeHandle<ViewSettingsProps>;
  list: ListModel;
  view: CustomView;
}) {
  const mayKeep = view.canEdit && view.scope !== 'locked';
  const config: Config = view.kindConfig;
  const changed = list.viewChanges.kindConfig !== undefined;
  const settings = Object.entries(VIEW_SETTINGS[view.kind]);
  return (
    <div className={styles.editor}>
      {mayKeep && node.handles('rename') && (
        <Name
          key={`${view.id} ${view.name}`}
          view={view}
          onName={(name) => void node.emit('rename', { id: view.id, version: view.version, name })}
        />
      )}
      {settings.map(([key, setting]) => (
        <Setting
          key={`${view.id} ${key}`}
          list={list}
          forms={node.props.forms}
          setting={setting}
          value={config[key]}
          config={config}
          onChange={(value) => list.setKindConfig(withSetting(config, key, value))}
        />
      ))}
      <div className={styles.foot}>
        <span className={styles.hint} role="status">
          {changed
            ? mayKeep
              ? '改动已经显示出来，保存到视图后大家都能看到'
              : '改动只有自己看得到，可以另存为视图'
            : '改动会立即显示出来'}
        </span>
        <button
          type="button"
          className={chrome.link}
          disabled={!changed}
          onClick={() => list.setKindConfig(null)}
        >
          还原
        </button>
      </div>
    </div>
  );
});

/**
 * A button that opens the settings of the view its list is looked at through: what its kind goes
 * by, tried on at once.
 */
const ViewSettingsView = observer(function ViewSettingsView({
  node,
}: WidgetViewProps<ViewSettingsProps>) {
  const list = asList(node.bound);
  const { view } = list;
  if (!view || Object.keys(VIEW_SETTINGS[view.kind]).length === 0) return null;
  return (
    <PanelButton
      text={textOf(node.props.text) || '设置'}
      icon="settings"
      width={PANEL_WIDTH}
      disabled={!list.describe}
    >
      {() => <Editor node={node} list={list} view={view} />}
    </PanelButton>
  );
});
export default ViewSettingsView;
