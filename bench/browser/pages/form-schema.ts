// The benchmark's fields as a form's own schema; of form-huozi.tsx and form-rjsf.tsx.
/** With conditions on its fields (bench/browser/rules.mjs); left out by the other benchmarks. */
declare const __RULED__: boolean | undefined;
const RULES = typeof __RULED__ !== 'undefined' && __RULED__ ? 200 : 0;

export interface BenchField {
  key: string;
  label: string;
  type: string;
  required: boolean;
  options?: string[];
  initial?: number;
  showWhen?: { key: string; value: string };
}
export interface BenchModel {
  n: number;
  fields: BenchField[];
  sections: { key: string; title: string; fields: BenchField[] }[];
  totalOf: string[];
  initial: Record<string, number>;
}

const SCHEMAS: Record<string, object> = {
  text: { type: 'string' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  checkbox: { type: 'boolean', ui: { input: 'checkbox' } },
  textarea: { type: 'string', ui: { input: 'textarea' } },
};
/**
 * Around the field that is typed in, each rule reading its own field and the next, as dates and
 * amounts beside each other do.
 */
function rulesOf({ fields }: BenchModel, { key }: BenchField, at: number): object {
  const next = fields[(at + 1) % fields.length]!.key;
  return Math.abs(at - fields.length / 2) < RULES / 2
    ? { rules: [{ when: `isEmpty(${key}) or ${key} != ${next}`, message: '两处不能相同' }] }
    : {};
}
export function schemaOf(field: BenchField, at: number, model: BenchModel): object {
  const base =
    field.type === 'select' ? { type: 'string', enum: field.options } : (SCHEMAS[field.type] ?? {});
  return {
    title: field.label,
    ...base,
    ...(RULES > 0 && {
      ui: { ...('ui' in base && (base.ui as object)), ...rulesOf(model, field, at) },
    }),
    ...(field.initial !== undefined && { default: field.initial }),
  };
}
