import { valueType, type FieldDescribe, type ResultType } from '../../contract/index.ts';
import { typeName, type Type } from '../../expression/index.ts';

/** The type of field a formula's values are, by what it results in. */
const RESULTS = {
  text: 'text',
  number: 'decimal',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'dateTime',
  duration: 'duration',
} as const satisfies Partial<Record<Extract<Type, string>, ResultType>>;
type Result = keyof typeof RESULTS;

export const resultField = (type: Type): ResultType | undefined =>
  typeof type === 'string' && Object.hasOwn(RESULTS, type) ? RESULTS[type as Result] : undefined;

const names = Object.keys(RESULTS).map((type) => typeName(type as Result));
/** What a formula must result in, for people. */
export const RESULT_WANTED = `结果应为${names.slice(0, -1).join('、')}或${names.at(-1)}`;

/** The Chinese name of what a formula results in; empty where only running it tells. */
export const resultName = (type: Type): string =>
  type === 'any' || type === 'null' ? '' : typeName(type);

/** Whether the field's number is seconds. */
export const isLengthOfTime = (field: Pick<FieldDescribe, 'type' | 'resultType'>): boolean =>
  valueType(field) === 'duration';
/** The Chinese name of what a name in a formula is; `field` is the field behind it. */
export const readName = (
  type: Type,
  field: Pick<FieldDescribe, 'type' | 'resultType'> | undefined,
): string => typeName(field && isLengthOfTime(field) ? 'duration' : type);
