import type { TSchema } from 'typebox';

interface Shape {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Shape[];
  minimum?: number;
  maximum?: number;
}

/**
 * Whether a view accepts this evaluated value: its kind, its choices and its bounds, as in the
 * prop's schema. The content of lists and objects is not checked; views read it with care. A number
 * or a flag is accepted for a text: it is shown as its own text.
 */
export function propFits(schema: TSchema | undefined, value: unknown): boolean {
  return schema === undefined || fits(schema as Shape, value);
}
function fits(shape: Shape, value: unknown): boolean {
  if (shape.anyOf) return shape.anyOf.some((each) => fits(each, value));
  if ('const' in shape) return shape.const === value;
  if (shape.enum) return shape.enum.includes(value);
  switch (shape.type) {
    case 'string':
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    case 'number':
    case 'integer':
      return isWithin(shape, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}
function isWithin(
  { type, minimum = -Infinity, maximum = Infinity }: Shape,
  value: unknown,
): boolean {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (type === 'number' || Number.isInteger(value)) &&
    value >= minimum &&
    value <= maximum
  );
}
