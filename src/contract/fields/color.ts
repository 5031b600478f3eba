import { defineField } from './descriptor.ts';
import { LINE, PICK_OPS } from './families.ts';

const CODE = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;
/** A colour's code as CSS writes it: its # may be left out, and three digits stand for six. */
function read(text: string): { value: string } | { wrong: string } {
  const digits = CODE.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return { wrong: `“${text}”不是颜色代码` };
  return { value: `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}` };
}

export const color = defineField({
  type: 'color',
  title: '颜色',
  ...LINE,
  group: '选择',
  icon: 'palette',
  input: 'colorCode',
  schema: () => ({ type: 'string', maxLength: 7, pattern: '^#[0-9A-Fa-f]{6}$' }),
  example: '颜色代码，如 #165dff',
  read,
  operators: PICK_OPS,
  conditions: PICK_OPS,
});
