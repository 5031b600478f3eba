import { observer } from 'mobx-react-lite';
import { useContext, useState } from 'react';
import { MAX_REFS, type DataOf, type ObjectDescribe } from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { EMPTY_TEXT, formatValue, foundAt, textOf, UNAVAILABLE_TEXT } from '../../values/index.ts';
import { PageOpenerContext } from '../overlay/page-opener.ts';
import { Icon } from '../icons/icons.tsx';
import { portsOf, type InputProps } from '../fields/input-props.ts';
import { Picker } from './Picker.tsx';
import type { PickAction, PickItem } from './picker-types.ts';
import { useRemote } from './use-remote.ts';
import styles from './lookup.module.css';

/** Records of one search: enough to find by eye, little enough to come at once. */
const PAGE = 20;
/** Widths of the list to choose from and of a record, in pixels. */
const PICKER_WIDTH = 880;
const RECORD_WIDTH = 720;
/** Shown while its name is loading. */
const COMING = '…';

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value)
    ? value
    : value === undefined || value === null || value === ''
      ? []
      : [value]
  ).map(String);
const titleOf = (describe: ObjectDescribe, record: Record<string, unknown>): string =>
  String(record[describe.titleField] ?? record.id);

/** The text a record was found by when it is not its title. */
function foundBy(
  describe: ObjectDescribe,
  record: Record<string, unknown>,
  search: string,
): string | undefined {
  if (foundAt(titleOf(describe, record), search)) return undefined;
  const texts = (describe.searchFields ?? []).map((name) => textOf(record[name]));
  return texts.find((text) => foundAt(text, search));
}

/** What a lookup offers: records of an object under a condition, with some of their fields. */
type Offer = Pick<InputProps['options'], 'candidates' | 'shows'> & { object: string };
async function findRecords(
  ports: EnginePorts,
  { object, candidates, shows = [] }: Offer,
  search: string,
  signal: AbortSignal,
): Promise<PickItem[]> {
  const describe = await ports.describe(object);
  const beside = shows.flatMap(
    (shown) => describe.fields.find(({ apiName }) => apiName === shown.field) ?? [],
  );
  const input = {
    object,
    size: PAGE,
    current: 1,
    fields: [
      ...new Set([
        'id',
        describe.titleField,
        ...(describe.searchFields ?? []),
        ...beside.map(({ apiName }) => apiName),
      ]),
    ],
    ...(candidates && { filter: candidates }),
    ...(search !== '' && { search }),
  };
  const { records, labels } = (await ports.call('bizmeta.record.list', input, {
    signal,
  })) as DataOf<'bizmeta.record.list'>;
  return records.map((record) => {
    const texts = beside
      .map((field) => formatValue(field, record[field.apiName], labels))
      .filter((text) => text !== '' && text !== EMPTY_TEXT);
    const found = foundBy(describe, record, search);
    const notes = found === undefined || texts.includes(found) ? texts : [found, ...texts];
    return {
      key: String(record.id),
      label: titleOf(describe, record),
      ...(notes.length > 0 && { note: notes.join(' · ') }),
    };
  });
}

/** The chosen record for display: by its name, as loading, or as not accessible. */
function pickedItem(ports: EnginePorts | undefined, object: string, id: string): PickItem {
  const name = ports?.labels.get(object, id);
  return name === ''
    ? { key: id, label: UNAVAILABLE_TEXT, gone: true }
    : { key: id, label: name ?? (ports ? COMING : id) };
}

/**
 * What a look-up does in layers over the page: choose from a list, write a new record, look at a
 * chosen one.
 */
function useLayers({ object, candidates }: Offer, ports: EnginePorts | undefined) {
  const layers = useContext(PageOpenerContext);
  // Without a signed-in user records can neither be opened nor created.
  if (!layers || !object || !ports?.person()) return null;
  const open = (
    place: 'dialog' | 'drawer',
    kind: string,
    width: number,
    params: Record<string, unknown>,
    until: string[],
  ) => layers.add({ place, page: `object.${object}.${kind}`, params, width, until });
  return {
    async choose(multiple: boolean, selected: readonly string[]): Promise<string[] | null> {
      const { event, data } = await open(
        'drawer',
        'picker',
        PICKER_WIDTH,
        { multiple: multiple ? 'yes' : null, selected, filter: candidates ?? null },
        ['picked', 'closed'],
      );
      const ids = (data as { ids?: unknown } | null)?.ids;
      return event === 'picked' && Array.isArray(ids) ? ids.map(String) : null;
    },
    async create(): Promise<string | null> {
      const { event, data } = await open('drawer', 'form', RECORD_WIDTH, { once: 'yes' }, [
        'saved',
        'closed',
      ]);
      const id = (data as { id?: unknown } | null)?.id;
      return event === 'saved' && typeof id === 'string' ? id : null;
    },
    show: (id: string) => void open('drawer', 'detail', RECORD_WIDTH, { id }, ['deleted']),
  };
}

/** The object's own label, loaded when the list is first opened. */
function useLabel(ports: EnginePorts | undefined, object: string): [string, () => void] {
  const [label, setLabel] = useState('记录');
  return [
    label,
    () =>
      void ports?.describe(object).then(
        (describe) => setLabel(describe.label),
        () => undefined,
      ),
  ];
}

const Lookup = observer(function Lookup({
  input,
  multiple,
}: {
  input: InputProps;
  multiple: boolean;
}) {
  const ports = portsOf(input);
  const object = input.options.refObject ?? '';
  const offer = { ...input.options, object };
  const remote = useRemote(
    (text, signal) =>
      ports && object ? findRecords(ports, offer, text, signal) : Promise.resolve([]),
    (failure) => ports?.showFailure(failure),
  );
  const [typed, setTyped] = useState('');
  const least = ports?.searchFrom ?? 0;
  const emptyText =
    [...typed.trim()].length < least ? `输入至少 ${least} 个字查找` : '没有找到记录';
  const layers = useLayers(offer, ports);
  const [label, learnLabel] = useLabel(ports, object);
  const ids = idsOf(input.value);
  const picked = ids.map((id) => pickedItem(ports, object, id));
  const locked = !!(input.disabled || input.readonly);
  const set = (next: readonly string[]) => {
    if (next.length > MAX_REFS) {
      ports?.toast('warning', `最多选择 ${MAX_REFS} 条`);
      return;
    }
    input.onChange(next.length === 0 ? input.options.emptyValue : multiple ? next : next[0]);
  };
  const pick = (keys: string[]) => {
    ports?.labels.add({
      [object]: Object.fromEntries(
        remote.items
          .filter((item) => keys.includes(item.key))
          .map((item) => [item.key, item.label]),
      ),
    });
    set(keys);
  };
  const choose = async () => {
    const chosen = await layers?.choose(multiple, ids);
    if (chosen) set(chosen);
    refocus(input.id);
  };
  const create = async () => {
    const id = await layers?.create();
    if (id) set(multiple ? [...idsOf(input.value), id] : [id]);
    refocus(input.id);
  };
  const actions: PickAction[] = layers
    ? [
        { key: 'create', label: `新建${label}`, icon: 'plus', run: () => void create() },
        { key: 'choose', label: '从列表中选择', icon: 'list', run: () => void choose() },
      ]
    : [];
  const single = multiple ? undefined : picked[0];
  return (
    <span className={styles.lookup}>
      <Picker
        input={input}
        items={remote.items}
        picked={picked}
        multiple={multiple}
        searchable
        loading={remote.loading}
        emptyText={emptyText}
        actions={actions}
        hint={remote.items.length >= PAGE ? '结果较多，输入文字可缩小范围' : undefined}
        onOpen={() => {
          learnLabel();
          remote.open();
        }}
        onSearch={(text) => {
          setTyped(text);
          remote.search(text);
        }}
        onPick={pick}
        {...(layers && { onShow: (key: string) => layers.show(key) })}
      />
      {layers && single && !single.gone && (
        <Tool label={`查看${single.label}`} icon="launch" onClick={() => layers.show(single.key)} />
      )}
      {layers && !locked && (
        <Tool label={`从列表中选择${input.label}`} icon="list" onClick={() => void choose()} />
      )}
    </span>
  );
});
const Tool = ({ label, icon, onClick }: { label: string; icon: string; onClick(): void }) => (
  <button type="button" className={styles.tool} aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
);
const refocus = (id: string): void => document.getElementById(id)?.focus();

/** A record of another object: typed and found in place, chosen from its list, or newly created. */
export const LookupInput = (props: InputProps) => (
  <Lookup
    input={props}
    multiple={props.options.multiple === true || props.schema.type === 'array'}
  />
);
/** Several of them, as tags. */
export const LookupsInput = (props: InputProps) => <Lookup input={props} multiple />;
