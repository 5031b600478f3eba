/** Types of values. `any` is gradual: it fits everywhere and is checked when it runs. */
type ScalarType = 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'duration' | 'null' | 'any';
export interface ListType {
  list: Type;
}
export interface RecordType {
  fields: Readonly<Record<string, Type>>;
}
export type Type = ScalarType | ListType | RecordType;

export const isList = (type: Type): type is ListType => typeof type === 'object' && 'list' in type;
export const isRecord = (type: Type): type is RecordType =>
  typeof type === 'object' && 'fields' in type;
/** Checked only when it runs. */
export const isLoose = (type: Type): boolean => type === 'any' || type === 'null';
export const isMoment = (type: Type): boolean => type === 'date' || type === 'dateTime';

/**
 * Whether a value of one type may be used where the other is wanted: same type, or one of them
 * unknown or null.
 */
export function fits(given: Type, wanted: Type): boolean {
  if (isLoose(given) || isLoose(wanted)) return true;
  if (isList(given) && isList(wanted)) return fits(given.list, wanted.list);
  if (isRecord(given) && isRecord(wanted)) return true;
  return given === wanted;
}

/** Two values of these types may be compared: dates with date-times too. */
export const comparable = (a: Type, b: Type): boolean => (isMoment(a) && isMoment(b)) || fits(a, b);

/** The type that holds values of all of these; `any` when they do not go together. */
export function common(types: readonly Type[]): Type {
  const known = types.filter((type) => type !== 'null');
  const first = known[0];
  if (first === undefined) return 'null';
  return known.every((type) => type !== 'any' && fits(type, first)) ? first : 'any';
}

const NAMES: Record<ScalarType, string> = {
  text: '文本',
  number: '数字',
  boolean: '是否',
  date: '日期',
  dateTime: '日期时间',
  duration: '时长',
  null: '空值',
  any: '任意值',
};
/** The Chinese name of a type. */
export function typeName(type: Type): string {
  if (isList(type)) return type.list === 'any' ? '列表' : `${typeName(type.list)}列表`;
  return isRecord(type) ? '记录' : NAMES[type];
}

/** What is below a type by name: a record's field; undefined when there is none. */
export function member(type: Type, name: string): Type | undefined {
  if (type === 'any') return 'any';
  return isRecord(type) && Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
}
