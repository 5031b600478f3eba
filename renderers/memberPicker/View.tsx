import { useMemo } from 'react';
import { asValue, type FieldModel } from '../../src/runtime/models/index.ts';
import { useFilledInLayer } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { isRecord, numberOf, partOf, recordsOf, textOf, withPart } from '../../src/values/index.ts';
import { FieldFrame, inputs, type InputOptions } from '../../src/ui/inputs/index.ts';
import { MAX_MEMBERS } from '../../src/contract/index.ts';
import type { Member } from '../../machines/index.ts';
import type { MemberPickerProps } from './index.ts';

const KINDS = ['user', 'dept', 'role'] as const;
type Kind = (typeof KINDS)[number];
const MemberInput = inputs.members;

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
    : [];
const kindsOf = (value: unknown): Kind[] => {
  const known = KINDS.filter((kind) => texts(value).includes(kind));
  return known.length > 0 ? known : ['user'];
};
const rangeOf = (value: unknown): number[] => texts(value).map(Number);
function limitOf(value: unknown): Record<string, string[]> {
  return isRecord(value)
    ? Object.fromEntries(
        ['deptIds', 'roleIds', 'userIds', 'dynamicIds']
          .map((key) => [key, texts(value[key])] as const)
          .filter(([, ids]) => ids.length > 0),
      )
    : {};
}
function membersOf(value: unknown, kinds: readonly Kind[]): Member[] {
  return recordsOf(value)
    .filter(({ id }) => id !== undefined && id !== null && id !== '')
    .map((each) => ({
      id: textOf(each['id']),
      kind: KINDS.find((kind) => kind === each['kind']) ?? kinds[0] ?? 'user',
      name:
        textOf(each['name']) ||
        textOf(each['realName']) ||
        textOf(each['title']) ||
        textOf(each['id']),
    }));
}
/** The choice as pages use it: ids alone, whole, and by kind. */
function payloadOf(list: readonly Member[]): Record<string, unknown> {
  const of = (kind: Member['kind']) =>
    list.filter((each) => each.kind === kind).map(({ id }) => id);
  return {
    ids: list.map(({ id }) => id),
    list: list.map(({ id, kind, name }) => ({ id, kind, name })),
    userIds: of('user'),
    deptIds: of('dept'),
    roleIds: of('role'),
    dynamicIds: of('special'),
  };
}

/** The page's settings as options of the input. */
function pickerOptions(node: NodeHandle<MemberPickerProps>) {
  const { props } = node;
  const kinds = kindsOf(props.kinds);
  return {
    kinds,
    known: membersOf(props.selectList, kinds),
    range: rangeOf(props.range),
    limit: limitOf(props.limit),
    limitType: props.limitType ?? 'include',
    useMode: props.useMode ?? 'form',
    entry: props.entry ?? 'popover',
    inline: props.inline === true,
    title: textOf(props.title),
    max: numberOf(props.max, MAX_MEMBERS),
    everyone: props.everyone === true,
    anonymous: props.anonymous === true,
    dynamicUser: textOf(props.dynamicUser),
    dynamics: texts(props.dynamics),
    onMembers: (list: readonly Member[]) => {
      if (node.handles('change')) void node.emit('change', payloadOf(list));
    },
  };
}

/** One of a list stays a list: what the page asks of its value holds, however many may be chosen. */
const keptAs = (before: unknown, value: unknown): unknown =>
  Array.isArray(before) && !Array.isArray(value)
    ? [value].filter((each) => each !== null && each !== undefined && each !== '')
    : (value ?? null);

type Bound = { readonly value: unknown; set(value: unknown): void };
/** The bound value, or the list in the part of it that the page names. */
const valueOf = ({ value }: Bound, part: string): unknown =>
  part === '' ? value : (partOf(value, [part]) ?? []);
function write(bound: Bound, part: string, value: unknown): void {
  const next = keptAs(valueOf(bound, part), value);
  bound.set(part === '' ? next : withPart(bound.value, [part], next));
}

/** Texts around the input: the page's own before those of the bound field. */
const frameOf = (props: MemberPickerProps, field: FieldModel | null) => ({
  label: textOf(props.label) || field?.label || '成员',
  help: textOf(props.help) || field?.help || '',
  errors: field?.errors ?? [],
});

/** People, departments and roles, chosen by typing or from the company's tree. */
export default function MemberPickerView({ node }: WidgetViewProps<MemberPickerProps>) {
  const { props, state } = node;
  const bound = node.bound === undefined ? null : asValue(node.bound);
  const field = bound?.kind === 'field' ? bound : null;
  useFilledInLayer(bound ?? undefined);
  const members = pickerOptions(node);
  const part = textOf(props.part);
  const given = props.ids ?? members.known.map(({ id }) => id);
  const id = node.domId('input');
  const registry = useMemo(() => ({ formContext: { ports: node.ports } }), [node.ports]);
  const { label, help, errors } = frameOf(props, field);
  const options: InputOptions = {
    multiple: props.isSingel !== true,
    members,
    emptyValue: props.isSingel === true ? null : [],
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel={props.hideLabel === true}
      required={state.required}
      help={help}
      errors={errors}
    >
      <MemberInput
        id={id}
        label={label}
        hideLabel={props.hideLabel === true || props.inline === true}
        value={(bound ? valueOf(bound, part) : given) ?? undefined}
        onChange={(value) => bound && write(bound, part, value)}
        onBlur={() => field?.touch()}
        onFocus={() => undefined}
        options={options}
        schema={{}}
        registry={registry}
        required={state.required}
        disabled={state.disabled || props.disabled === true}
        readonly={state.readonly}
        placeholder={textOf(props.placeholder)}
        rawErrors={[...errors]}
      />
    </FieldFrame>
  );
}
