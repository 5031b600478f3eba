import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import {
  MAX_PEOPLE_FOUND,
  specialTitle,
  type DataOf,
  type PickedPerson,
} from '../../../contract/index.ts';
import type { Member } from '../../../../machines/index.ts';
import { labelOf } from '../../../values/index.ts';
import { FloatingPanel } from '../../overlay/FloatingPanel.tsx';
import { Layer } from '../../overlay/Layer.tsx';
import { useNarrow } from '../../hooks/narrow.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { Icon } from '../../icons/icons.tsx';
import { portsOf, type InputProps } from '../../fields/input-props.ts';
import { Picker } from '../Picker.tsx';
import type { PickAction, PickItem } from '../picker-types.ts';
import { MAX_SHOWN_OPTIONS } from '../use-picker.ts';
import { usePanelLeft } from '../use-panel-left.ts';
import { useRemote } from '../use-remote.ts';
import { MemberPanel } from './MemberPanel.tsx';
import { settingsOf, titleOf, type MemberOptions, type RealKind } from './options.ts';
import { findLines } from './rows.ts';
import { allLines, deptLines, limitKeys, personOf, roleLines } from './services.ts';
import { usePickerMachine, type MemberPicker } from './use-picker-machine.ts';
import styles from './members.module.css';

/**
 * Width of the picker, and its height beside a field, in pixels (platform specification, section
 * 9).
 */
const WIDTH = 600;
const TALL = 480;
/** People of one look-up beside the field: enough to find by eye. */
const QUICK = 20;
const EMPTY: Record<RealKind, string> = {
  user: '没有找到这个人',
  dept: '没有找到这个部门',
  role: '没有找到这个角色',
};

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value)
    ? value
    : value === undefined || value === null || value === ''
      ? []
      : [value]
  ).map(String);
const only = (kinds: readonly RealKind[]): RealKind | null =>
  kinds.length === 1 ? kinds[0]! : null;

/**
 * Of which kind an id is, where several can be chosen: as it was chosen, else as the server knows
 * it.
 */
function useKinds(
  ids: readonly string[],
  { kinds = ['user'], known = [] }: MemberOptions,
  ports: EnginePorts | undefined,
) {
  const [found, setFound] = useState<ReadonlyMap<string, RealKind>>(new Map());
  const asked = useRef(new Set<string>());
  const learn = (members: readonly Member[]) =>
    setFound(
      (before) =>
        new Map([
          ...before,
          ...members.flatMap(({ id, kind }) => (kind === 'special' ? [] : [[id, kind] as const])),
        ]),
    );
  const one = only(kinds);
  const unknown = one
    ? []
    : ids.filter(
        (id) =>
          specialTitle(id) === undefined &&
          !found.has(id) &&
          !known.some((each) => each.id === id) &&
          !asked.current.has(id),
      );
  const wanted = unknown.join(' ');
  useEffect(() => {
    if (wanted === '' || !ports) return;
    const some = wanted.split(' ');
    for (const id of some) asked.current.add(id);
    ports
      .call(
        'upm.sysUser.listUserByCnd',
        Object.fromEntries(kinds.map((kind) => [`${kind}Ids`, some])),
      )
      .then(
        (answer) => {
          const {
            depts = [],
            roles = [],
            users = [],
          } = answer as DataOf<'upm.sysUser.listUserByCnd'>;
          ports.labels.add({
            user: Object.fromEntries(users.map(({ id, realName }) => [id, realName])),
            dept: Object.fromEntries(depts.map(({ id, title }) => [id, title])),
            role: Object.fromEntries(roles.map(({ id, title }) => [id, title])),
          });
          setFound(
            (before) =>
              new Map([
                ...before,
                ...users.map(({ id }) => [id, 'user'] as const),
                ...depts.map(({ id }) => [id, 'dept'] as const),
                ...roles.map(({ id }) => [id, 'role'] as const),
              ]),
          );
        },
        () => {
          for (const id of some) asked.current.delete(id);
        },
      );
  }, [wanted, ports, kinds]);
  const kindOf = (id: string): RealKind => one ?? found.get(id) ?? kinds[0] ?? 'user';
  return { kindOf, learn };
}

/** What is chosen, by the ids of the value: with names as the application knows them. */
function membersOf(
  ids: readonly string[],
  kindOf: (id: string) => RealKind,
  { known = [], dynamicUser }: MemberOptions,
  ports: EnginePorts | undefined,
): Member[] {
  return ids.map((id) => {
    const title = specialTitle(id);
    if (title !== undefined)
      return {
        id,
        kind: 'special',
        name: id === 'dynamic_user' && dynamicUser ? dynamicUser : title,
      };
    const given = known.find((each) => each.id === id);
    const kind = given && given.kind !== 'special' ? given.kind : kindOf(id);
    const name = labelOf(kind, id, ports?.labels);
    return {
      id,
      kind,
      name: given && name === id ? given.name : name,
      ...(given?.picture && { picture: given.picture }),
    };
  });
}

const asItem = (member: Member, ports: EnginePorts | undefined): PickItem => {
  const gone = member.kind !== 'special' && ports?.labels.get(member.kind, member.id) === '';
  return {
    key: member.id,
    label: member.name,
    person: member.kind === 'user' && !gone,
    picture: member.picture,
    gone,
    ...(member.note && { note: member.note }),
  };
};

/**
 * What can be found while typing beside the field. Of departments or roles alone the whole list
 * comes once, and is narrowed here.
 */
async function quickly(
  ports: EnginePorts,
  options: MemberOptions,
  text: string,
  signal: AbortSignal,
): Promise<Member[]> {
  const { kinds = ['user'], limit = {}, limitType = 'include' } = options;
  const one = only(kinds);
  const depts =
    kinds.includes('dept') && (one || text !== '')
      ? await deptLines(ports, limit, limitType, signal)
      : [];
  const roles =
    kinds.includes('role') && (one || text !== '')
      ? await roleLines(ports, limit, limitType, signal)
      : [];
  if (one && one !== 'user')
    return allLines(one === 'dept' ? depts : roles)
      .filter(({ line }) => !line.group)
      .map(({ line, above }) => ({
        id: line.id,
        kind: one,
        name: line.title,
        depth: above.length,
      }));
  const people = (await ports.call(
    'upm.sysUser.listUserByDefault',
    { ...limitKeys(limit, limitType), ...(text !== '' && { name: text }) },
    { signal },
  )) as PickedPerson[];
  return [
    ...findLines('dept', depts, text, null),
    ...findLines('role', roles, text, null),
    ...people.slice(0, MAX_PEOPLE_FOUND).map(personOf),
  ];
}

/**
 * The open picker: a popover at the field, or a dialog in the middle; on a phone the whole page.
 */
function Opened({
  picker,
  options,
  label,
  anchor,
  panelId,
}: {
  picker: MemberPicker;
  options: MemberOptions;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  panelId: string;
}) {
  const title = titleOf(options);
  const titleId = useId();
  const narrow = useNarrow();
  const cancel = () => picker.send({ type: 'CANCEL' });
  const panel = (
    <MemberPanel picker={picker} options={options} label={label || title} locked={false} focus />
  );
  const heading = (
    <div className={styles.head}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <button type="button" className={styles.tool} aria-label="关闭" onClick={cancel}>
        <Icon name="close" />
      </button>
    </div>
  );
  if (options.entry === 'dialog')
    return (
      <Layer
        place="center"
        width={`${WIDTH}px`}
        labelledBy={titleId}
        maskCloses={false}
        onClose={cancel}
      >
        {heading}
        {panel}
      </Layer>
    );
  return (
    <FloatingPanel
      id={panelId}
      anchor={anchor}
      title={title}
      width={WIDTH}
      height={TALL + 8}
      onClose={cancel}
    >
      {panel}
      {!narrow && (
        <span id={titleId} hidden>
          {title}
        </span>
      )}
    </FloatingPanel>
  );
}

/**
 * Choosing people, departments and roles for a field: by typing beside it, or in the picker that
 * the icon opens. Stores ids; shows the names the application knows; a deleted one is marked so and
 * stays until it is changed.
 */
const Field = observer(function Field({
  input,
  options,
  ports,
}: {
  input: InputProps;
  options: MemberOptions;
  ports: EnginePorts;
}) {
  const { kinds = ['user'] } = options;
  const multiple = input.options.multiple === true || input.schema.type === 'array';
  const locked = !!(input.disabled || input.readonly);
  const me = ports.person();
  const ids = idsOf(input.value);
  const { kindOf, learn } = useKinds(ids, options, ports);
  const members = membersOf(ids, kindOf, options, ports);
  const put = (next: readonly Member[]) => {
    const named = next.filter(
      ({ kind, id }) => kind !== 'special' && ports.labels.get(kind, id) !== '',
    );
    for (const kind of ['user', 'dept', 'role'] as const) {
      const some = named.filter((each) => each.kind === kind);
      if (some.length > 0)
        ports.labels.add({ [kind]: Object.fromEntries(some.map(({ id, name }) => [id, name])) });
    }
    learn(next);
    input.onChange(
      next.length === 0
        ? input.options.emptyValue
        : multiple
          ? next.map(({ id }) => id)
          : next[0]!.id,
    );
    options.onMembers?.(next);
  };
  const settings = settingsOf(options, { single: !multiple, disabled: locked, me });
  const picker = usePickerMachine(ports, settings, members, put);
  const anchor = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement | null>(null);
  const opening = useRef(false);
  const panelId = useId();
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
  const remote = useRemote<Member>(
    (text, signal) => quickly(ports, options, text, signal),
    (failure) => ports.showFailure(failure),
  );
  const items = useMemo(
    () =>
      remote.items.map((each) => ({
        ...asItem(each, undefined),
        ...('depth' in each && { depth: Number(each.depth) }),
      })),
    [remote.items],
  );
  const pick = (keys: string[]) => {
    const removed = members.filter(({ id }) => !keys.includes(id));
    if (removed.length === 1 && keys.length === members.length - 1) {
      picker.send({ type: 'REMOVE', id: removed[0]!.id });
      return;
    }
    const all = [...members, ...remote.items];
    put(
      keys.map((key) => all.find((each) => each.id === key)).filter((each) => each !== undefined),
    );
  };
  const whole = only(kinds) !== null && !kinds.includes('user');
  const label = `从列表中${titleOf(options)}`;
  const icon = kinds.includes('user') ? 'user-add' : 'mind-mapping';
  const browse: PickAction = { key: 'browse', label, icon, run: open };
  return (
    <div ref={anchor} className={styles.field}>
      <Picker
        input={{
          ...input,
          onBlur: (id, value) => {
            if (!opening.current) input.onBlur(id, value);
          },
        }}
        items={items}
        picked={members.map((each) => asItem(each, ports))}
        multiple={multiple}
        searchable
        loading={remote.loading}
        emptyText={EMPTY[kinds[0] ?? 'user']}
        hint={
          items.length >= (whole ? MAX_SHOWN_OPTIONS : QUICK)
            ? '结果较多，输入文字可缩小范围'
            : undefined
        }
        onOpen={remote.open}
        {...(!whole && { onSearch: remote.search })}
        onPick={pick}
        {...(me && !locked && { actions: [browse] })}
      />
      {me && !locked && !options.compact && (
        <button
          type="button"
          className={styles.tool}
          aria-label={`${label}：${input.label}`}
          title={titleOf(options)}
          aria-haspopup="dialog"
          aria-expanded={picker.open}
          onClick={() => (picker.open ? picker.send({ type: 'CANCEL' }) : open())}
        >
          <Icon name={icon} />
        </button>
      )}
      {picker.open && (
        <Opened
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
const InPlace = observer(function InPlace({
  input,
  options,
  ports,
}: {
  input: InputProps;
  options: MemberOptions;
  ports: EnginePorts;
}) {
  const multiple = input.options.multiple === true || input.schema.type === 'array';
  const locked = !!(input.disabled || input.readonly);
  const { kindOf, learn } = useKinds(idsOf(input.value), options, ports);
  const members = membersOf(idsOf(input.value), kindOf, options, ports);
  const picker = usePickerMachine(
    ports,
    settingsOf(options, { single: !multiple, disabled: locked, me: ports.person() }),
    members,
    (next) => {
      learn(next);
      input.onChange(
        next.length === 0
          ? input.options.emptyValue
          : multiple
            ? next.map(({ id }) => id)
            : next[0]!.id,
      );
      options.onMembers?.(next);
    },
  );
  return (
    <div
      id={input.id}
      role="group"
      aria-label={input.label || titleOf(options)}
      className={styles.inplace}
    >
      {picker.open && (
        <MemberPanel
          picker={picker}
          options={options}
          label={input.label || titleOf(options)}
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
