import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef } from 'react';
import type { Member } from '../../../../machines/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { Icon } from '../../icons/icons.tsx';
import { portsOf, type InputProps } from '../../fields/input-props.ts';
import { Picker } from '../Picker.tsx';
import { usePanelLeft } from '../use-panel-left.ts';
import { MemberPanel } from './MemberPanel.tsx';
import { MemberPopup } from './MemberPopup.tsx';
import { settingsOf, titleOf, type MemberOptions, type RealKind } from './options.ts';
import { idsOf, useChosenMembers } from './use-chosen-members.ts';
import { usePickerMachine, type MemberPicker } from './use-picker-machine.ts';
import { asItem, useQuickSearch } from './use-quick-search.ts';
import styles from './members.module.css';

const EMPTY: Record<RealKind, string> = {
  user: '没有找到这个人',
  dept: '没有找到这个部门',
  role: '没有找到这个角色',
};

interface MemberFieldProps {
  input: InputProps;
  options: MemberOptions;
  ports: EnginePorts;
}

/** What a field chooses, and the machine of its picker. */
function useMemberPicker({ input, options, ports }: MemberFieldProps) {
  const locked = !!(input.disabled || input.readonly);
  const chosen = useChosenMembers(input, options, ports);
  const me = ports.person();
  const settings = settingsOf(options, { single: !chosen.multiple, disabled: locked, me });
  const picker = usePickerMachine(ports, settings, chosen.members, chosen.choose);
  return { ...chosen, picker, locked, canBrowse: me !== null && !locked };
}

/** Opening the picker from a field: the field is left only when the picker is left too. */
function useOpening(input: InputProps, picker: MemberPicker, locked: boolean) {
  const box = useRef<HTMLElement | null>(null);
  const opening = useRef(false);
  useEffect(() => {
    box.current = document.getElementById(input.id);
    opening.current = picker.open;
  });
  usePanelLeft(picker.open, box, () => input.onBlur(input.id, input.value));
  const open = () => {
    if (locked) return;
    opening.current = true;
    picker.send({ type: 'OPEN' });
  };
  const onBlur: InputProps['onBlur'] = (id, value) => {
    if (!opening.current) input.onBlur(id, value);
  };
  return { open, onBlur };
}

interface OpeningProps {
  field: MemberFieldProps;
  chosen: ReturnType<typeof useMemberPicker>;
  opening: ReturnType<typeof useOpening>;
}
/** The box with what is chosen, and the list that opens while one types in it. */
const ChosenBox = observer(function ChosenBox({ field, chosen, opening }: OpeningProps) {
  const { input, options, ports } = field;
  const { members, multiple, picker, choose, canBrowse } = chosen;
  const search = useQuickSearch(options, ports);
  const { kinds = ['user'] } = options;
  const pick = (keys: string[]) => {
    const removed = members.filter(({ id }) => !keys.includes(id));
    if (removed.length === 1 && keys.length === members.length - 1) {
      picker.send({ type: 'REMOVE', id: removed[0]!.id });
      return;
    }
    const all: readonly Member[] = [...members, ...search.found];
    choose(
      keys.map((key) => all.find((each) => each.id === key)).filter((each) => each !== undefined),
    );
  };
  const browse = { key: 'browse', ...browseLook(options), run: opening.open };
  return (
    <Picker
      input={{ ...input, onBlur: opening.onBlur }}
      items={search.items}
      picked={members.map((each) => asItem(each, ports))}
      multiple={multiple}
      searchable
      loading={search.loading}
      emptyText={EMPTY[kinds[0] ?? 'user']}
      hint={search.many ? '结果较多，输入文字可缩小范围' : undefined}
      onOpen={search.open}
      {...(!search.whole && { onSearch: search.search })}
      onPick={pick}
      {...(canBrowse && { actions: [browse] })}
    />
  );
});
const browseLook = (options: MemberOptions) => ({
  label: `从列表中${titleOf(options)}`,
  icon: (options.kinds ?? ['user']).includes('user') ? 'user-add' : 'mind-mapping',
});

/** The icon behind the box: it opens the picker, and closes it again. */
function BrowseButton({ field: { input, options }, chosen: { picker }, opening }: OpeningProps) {
  const { label, icon } = browseLook(options);
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={`${label}：${input.label}`}
      title={titleOf(options)}
      aria-haspopup="dialog"
      aria-expanded={picker.open}
      onClick={() => (picker.open ? picker.send({ type: 'CANCEL' }) : opening.open())}
    >
      <Icon name={icon} />
    </button>
  );
}

/**
 * Choosing people, departments and roles for a field: by typing beside it, or in the picker that
 * the icon opens. Stores ids; shows the names the application knows; a deleted one is marked so and
 * stays until it is changed.
 */
const Field = observer(function Field(field: MemberFieldProps) {
  const { input, options } = field;
  const chosen = useMemberPicker(field);
  const { picker, locked, canBrowse } = chosen;
  const anchor = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const shared = { field, chosen, opening: useOpening(input, picker, locked) };
  return (
    <div ref={anchor} className={styles.field}>
      <ChosenBox {...shared} />
      {canBrowse && !options.compact && <BrowseButton {...shared} />}
      {picker.open && (
        <MemberPopup
          picker={picker}
          options={options}
          label={input.label}
          anchor={anchor}
          panelId={panelId}
        />
      )}
    </div>
  );
});

/** In place: there is nothing to open, and what is ticked counts at once. */
const InPlace = observer(function InPlace(field: MemberFieldProps) {
  const { input, options } = field;
  const { picker, locked } = useMemberPicker(field);
  const label = input.label || titleOf(options);
  return (
    <div id={input.id} role="group" aria-label={label} className={styles.inplace}>
      {picker.open && (
        <MemberPanel
          picker={picker}
          options={options}
          label={label}
          locked={locked}
          focus={false}
        />
      )}
    </div>
  );
});

const optionsOf = (input: InputProps): MemberOptions =>
  (input.options['members'] ?? {}) as MemberOptions;
/** Value: an id, or a list of ids where several can be chosen. */
export function MemberInput(input: InputProps) {
  const ports = portsOf(input);
  const options = optionsOf(input);
  if (!ports) return <span className={styles.quiet}>{idsOf(input.value).join('、')}</span>;
  return options.inline ? (
    <InPlace input={input} options={options} ports={ports} />
  ) : (
    <Field input={input} options={options} ports={ports} />
  );
}
