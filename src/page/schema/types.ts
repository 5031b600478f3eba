/**
 * The part of JSON Schema the product knows; keywords.ts lists it and says which of it a form may
 * use.
 */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minProperties?: number;
  maxProperties?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  $id?: string;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  readOnly?: boolean;
  /** The text is a path into the page's scope, and leads to one of these kinds. */
  'x-path'?: readonly string[];
  /** The list holds actions, the text names one of this widget's or page's things. */
  'x-actions'?: boolean;
  /**
   * The text is the id of a call: one that answers data, one that answers a file (raw), or one that
   * takes a file (multipart).
   */
  'x-call'?: 'data' | 'raw' | 'multipart';
  /** The value is a page document that is run. */
  'x-document'?: boolean;
  /** The value is a JSON Schema or a uiSchema a form is drawn of. */
  'x-json-schema'?: 'schema' | 'uiSchema';
  /** The value is an event for the machine that the argument of this name leads to. */
  'x-event'?: string;
  format?: string;
}
