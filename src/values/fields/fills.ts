import {
  FIELDS,
  holdsRows,
  isComputed,
  isPercent,
  valueType,
  type FieldDescribe,
  type FieldType,
  type SelectOption,
} from '../../contract/index.ts';
import { allCodes } from './options.ts';

/** What is known of a field that fills another, or is filled. */
export type FilledField = Pick<
  FieldDescribe,
  'apiName' | 'type' | 'resultType' | 'showAs' | 'refObject' | 'removed'
> & { options?: SelectOption[] | undefined };

/** A text as it is written, without a form of its own. */
const isText = (type: FieldType): boolean =>
  type === 'text' || (FIELDS[type].long === true && FIELDS[type].format === 'plain');
/** Such a text holds what these hold: lines of any form. */
const isLine = (type: FieldType): boolean =>
  FIELDS[type].reads === 'text' && FIELDS[type].format === 'plain';
const areNumbers = (from: FilledField, to: FilledField): boolean =>
  FIELDS[valueType(from)].reads === 'number' &&
  FIELDS[to.type].reads === 'number' &&
  (FIELDS[valueType(from)].whole === true || FIELDS[to.type].whole !== true) &&
  (valueType(from) === 'duration') === (to.type === 'duration') &&
  isPercent(from) === isPercent(to);

/** Why values of one field cannot fill another, for people; undefined when they can. */
export function fillRefusal(from: FilledField, to: FilledField): string | undefined {
  const type = valueType(from);
  if (isComputed(to.type)) return '由系统计算，不能带入';
  if (areNumbers(from, to)) return undefined;
  if (isText(to.type) && isLine(type)) return undefined;
  if (FIELDS[type].family === 'files') return '文件属于上传它的记录，不能带入';
  if (type !== to.type || holdsRows(type))
    return `类型不同：${FIELDS[type].title}的值放不进${FIELDS[to.type].title}`;
  if (FIELDS[type].names === 'record' && from.refObject !== to.refObject)
    return '两个字段关联的对象不同';
  if (!from.options) return undefined;
  const known = new Set(allCodes(to.options ?? []));
  return allCodes(from.options).every((code) => known.has(code)) ? undefined : '两个字段的选项不同';
}

/** Names of fields that only a lookup beside them may fill. */
export const lockedByFills = (
  fields: readonly Pick<FieldDescribe, 'type' | 'fills' | 'removed'>[],
): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({ type, fills, removed }) =>
      type === 'lookup' && removed !== true
        ? (fills ?? []).filter(({ locked }) => locked).map(({ to }) => to)
        : [],
    ),
  );
