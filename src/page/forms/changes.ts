import type { FieldDescribe, FormBody, FormField, FormPublish } from '../../contract/index.ts';
import { formFields } from './layout.ts';

/** What publishing a draft would change, in words: one line per topic. */

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const MODES: Record<FormPublish['mode'], string> = {
  member: '企业成员',
  link: '有链接的人',
  password: '有链接和密码的人',
  anonymous: '匿名',
};
const TERMINALS: Record<FormBody['terminal'], string> = {
  pc: '电脑',
  mobile: '手机',
  both: '电脑和手机',
};
const SETTINGS: Record<Exclude<keyof FormField, 'kind' | 'field'>, string> = {
  label: '名称',
  help: '填写说明',
  placeholder: '占位提示',
  required: '必填',
  readonly: '只读',
  hidden: '隐藏',
  default: '默认值',
  span: '宽度',
  search: '允许查找',
  filter: '查找范围',
  fromAddress: '由链接填入',
};
const PUBLISH: Record<Exclude<keyof FormPublish, 'mode'>, string> = {
  startAt: '开始时间',
  endAt: '截止时间',
  maxSubmits: '份数上限',
  perUserLimit: '每人次数',
  captcha: '安全验证',
  notify: '提交后通知',
  successPage: '提交成功页',
  allowEdit: '提交后修改',
  flow: '提交后发起审批',
};

const keysOf = <T extends object>(words: T): (keyof T)[] => Object.keys(words) as (keyof T)[];
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join('、');
/** An unset boolean counts as false. */
const setting = (item: FormField, key: keyof FormField): unknown =>
  item[key] === false ? undefined : item[key];

function fieldLines(
  before: FormBody,
  after: FormBody,
  labelOf: (name: string) => string,
): string[] {
  const [was, now] = [formFields(before), formFields(after)];
  const known = new Map(was.map((item) => [item.field, item]));
  const kept = now.filter(({ field }) => known.has(field));
  const added = now.filter(({ field }) => !known.has(field)).map(({ field }) => labelOf(field));
  const removed = was
    .filter(({ field }) => !now.some((item) => item.field === field))
    .map(({ field }) => labelOf(field));
  const changed = kept.flatMap((item) => {
    const words = keysOf(SETTINGS)
      .filter((key) => !same(setting(item, key), setting(known.get(item.field)!, key)))
      .map((key) => SETTINGS[key]!);
    return words.length > 0 ? [`修改字段“${labelOf(item.field)}”：${words.join('、')}`] : [];
  });
  return [
    ...(added.length > 0 ? [`新增字段${quoted(added)}`] : []),
    ...(removed.length > 0 ? [`移除字段${quoted(removed)}`] : []),
    ...changed,
  ];
}

/** The layout without the parts of fields covered elsewhere: order, sections, columns, texts. */
const frameOf = ({ layout }: FormBody, fields: ReadonlySet<string>): unknown =>
  layout.pages.map(({ title, sections }) => [
    title ?? '',
    sections.map((section) => [
      section.title ?? '',
      section.columns ?? 1,
      section.items
        .filter((item) => item.kind !== 'field' || fields.has(item.field))
        .map((item) => (item.kind === 'field' ? item.field : item.kind)),
    ]),
  ]);
const textsOf = ({ layout }: FormBody): unknown => [
  layout.intro ?? '',
  layout.submitText ?? '',
  layout.pages.map((page) =>
    page.sections.map((section) =>
      section.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
    ),
  ),
];

function frameLines(before: FormBody, after: FormBody): string[] {
  const both = new Set(
    formFields(before)
      .map(({ field }) => field)
      .filter((field) => formFields(after).some((item) => item.field === field)),
  );
  return [
    ...(same(frameOf(before, both), frameOf(after, both)) ? [] : ['调整了分区、次序或分栏']),
    ...(same(textsOf(before), textsOf(after)) ? [] : ['修改了说明文字']),
  ];
}

function countLine(what: string, before: readonly unknown[], after: readonly unknown[]): string[] {
  if (same(before, after)) return [];
  return [
    before.length === after.length
      ? `修改了${what}`
      : `${what}由 ${before.length} 条变为 ${after.length} 条`,
  ];
}

/** A setting without what it is anyway. */
function published(settings: FormPublish, key: keyof FormPublish): unknown {
  if (key !== 'successPage')
    return settings[key] === false || settings[key] === 'none' ? null : settings[key];
  const { text, redirect, again } = settings.successPage ?? {};
  return [text ?? '', redirect ?? '', again ?? true];
}

/**
 * Lines in the order of the editor; empty when nothing differs. Fields go by their labels in the
 * object.
 */
export function formChanges(
  before: FormBody,
  after: FormBody,
  fields: readonly FieldDescribe[],
): string[] {
  const labelOf = (name: string): string =>
    fields.find(({ apiName }) => apiName === name)?.label ?? name;
  const [was, now] = [before.publish, after.publish];
  const lines = [
    ...fieldLines(before, after, labelOf),
    ...frameLines(before, after),
    ...countLine('规则', before.rules, after.rules),
    ...countLine('校验', before.validations, after.validations),
  ];
  if (was.mode !== now.mode) lines.push(`填写人由${MODES[was.mode]}改为${MODES[now.mode]}`);
  if (before.terminal !== after.terminal)
    lines.push(`适用设备由${TERMINALS[before.terminal]}改为${TERMINALS[after.terminal]}`);
  const settings = keysOf(PUBLISH)
    .filter((key) => !same(published(was, key), published(now, key)))
    .map((key) => PUBLISH[key]!);
  return settings.length > 0 ? [...lines, `修改发布设置：${settings.join('、')}`] : lines;
}
