const NAMES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空值',
};
/** The Chinese name of a type of JSON Schema. */
export const jsonTypeName = (type: string): string =>
  Object.hasOwn(NAMES, type) ? NAMES[type]! : type;
