import { Type, type TProperties, type TSchema } from 'typebox';
import { TONES } from '../../values/index.ts';
import type { Kind } from '../../page/index.ts';

/**
 * Short hands for the props of a widget: optional, described in Chinese, with the default the
 * engine fills in.
 */
const given = (description: string, value: unknown) => ({
  description,
  ...(value !== undefined && { default: value }),
});

/** Closed object: an unknown prop is an error of the page, never ignored. */
export const props = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export const textProp = (description: string, value?: string) =>
  Type.Optional(Type.String(given(description, value)));
export const flagProp = (description: string, value = false) =>
  Type.Optional(Type.Boolean(given(description, value)));
/** A number; pixels where the description specifies them. */
export const numberProp = (
  description: string,
  value?: number,
  bounds: { minimum?: number; maximum?: number } = {},
) => Type.Optional(Type.Number({ ...given(description, value), ...bounds }));
/** Pixels as a number, or a CSS length such as 46%. */
export const lengthProp = (description: string, value?: number | string) =>
  Type.Optional(
    Type.Union(
      [
        Type.Number({ minimum: 0 }),
        Type.String({ pattern: '^\\d+(\\.\\d+)?(px|%|vw|vh|rem|em|ch|fr)$' }),
      ],
      given(description, value),
    ),
  );
export const choiceProp = <const T extends readonly (string | number)[]>(
  values: T,
  description: string,
  value?: T[number],
) =>
  Type.Optional(
    Type.Unsafe<T[number]>({
      type: typeof values[0] === 'number' ? 'number' : 'string',
      enum: [...values],
      ...given(description, value),
    }),
  );
export const listProp = <S extends TSchema>(item: S, description: string) =>
  Type.Optional(Type.Array(item, { description }));
/** Any result of an expression: records, a list, a text. */
export const anyProp = (description: string) => Type.Optional(Type.Unknown({ description }));

/** What a prop names, beside its description (src/document/schema/kinds.ts). */
const named = (kind: Kind) => ({ 'x-kind': kind });
/** A text that names something. */
export const kindProp = (description: string, kind: Kind, value?: string) =>
  Type.Optional(Type.String({ ...given(description, value), ...named(kind) }));
/** Names in a list, or in objects that say more. */
export const anyKindProp = (description: string, kind: Kind) =>
  Type.Optional(Type.Unknown({ description, ...named(kind) }));
/** A field of the records the node is bound to. */
export const fieldProp = (description: string, value?: string) =>
  kindProp(description, { kind: 'field', of: ['bind'] }, value);
/** Several of them. */
export const fieldsProp = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), { description, ...named({ kind: 'field', of: ['bind'] }) }),
  );
/** A property of each row, which is a field where the rows are records. */
export const rowProp = (description: string, value?: string, rows = 'items') =>
  kindProp(description, { kind: 'field', of: [rows, 'bind'] }, value);
/** Rows the node shows, unless it is bound to some. */
export const rowsProp = (description: string) => anyKindProp(description, { kind: 'rows' });

/**
 * A page document that the widget runs: not allowed in a company's page, since it would be
 * unchecked.
 */
export const documentProp = (description: string) =>
  Type.Optional(Type.Unknown({ description, ...named({ kind: 'document' }) }));
/** A JSON Schema of draft 7, or a uiSchema, that the widget draws a form of. */
export const jsonSchemaProp = (is: 'schema' | 'uiSchema', description: string) =>
  Type.Optional(Type.Unknown({ description, ...named({ kind: 'jsonSchema', is }) }));
/**
 * How a widget asks for more by itself: a call, the parameter that says of what, and its other
 * input.
 */
export const loadProp = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        call: kindProp('接口编号', { kind: 'call', takes: 'data' }),
        param: Type.Optional(Type.String({ description: '上级 id 的参数名' })),
        input: anyKindProp('其他参数', { kind: 'input', call: 'call' }),
      },
      { additionalProperties: false, description },
    ),
  );

/** Gaps and paddings of the 4 px grid (look.md). */
export const GAPS = [0, 4, 8, 12, 16, 24, 32, 48, 64] as const;
export const gapProp = (description: string, value?: (typeof GAPS)[number]) =>
  choiceProp(GAPS, description, value);
export const toneProp = (description: string, value?: (typeof TONES)[number]) =>
  choiceProp(TONES, description, value);
