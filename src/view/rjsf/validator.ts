import {
  createErrorHandler,
  getByPath,
  getDefaultFormState,
  getUiOptions,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type CustomValidator,
  type ErrorTransformer,
  type RJSFSchema,
  type RJSFValidationError,
  type UiSchema,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils';
import { checkDraft7, type Dependency, type Fault } from '../../page/index.ts';

/**
 * rjsf's validator over the checker of pages and forms: nothing is compiled, neither here, where the
 * policy of the product forbids it, nor on the server (decision 21).
 */
export const checkerValidator: ValidatorType = {
  isValid: (schema, formData, rootSchema) =>
    checkDraft7(given(formData), schema, rootSchema).length === 0,
  rawValidation: <Result>(schema: RJSFSchema, formData?: unknown) => ({
    errors: errorsOf(schema, formData) as Result[],
  }),
  validateFormData(
    formData: unknown,
    schema: RJSFSchema,
    customValidate?: CustomValidator,
    transformErrors?: ErrorTransformer,
    uiSchema?: UiSchema,
  ): ValidationData<unknown> {
    const found = errorsOf(schema, formData, uiSchema);
    const errors = transformErrors ? transformErrors(found, uiSchema) : found;
    const result = { errors, errorSchema: toErrorSchema(errors) };
    if (!customValidate) return result;
    const whole: unknown = getDefaultFormState(checkerValidator, schema, formData, schema, true);
    const handler = customValidate(whole, createErrorHandler(whole), uiSchema, result.errorSchema);
    return validationDataMerge(result, unwrapErrorHandler(handler));
  },
};

/** The value as JSON has it: rjsf keeps fields that were emptied as undefined. */
function given(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(given);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, given(each)]),
  );
}

const COMPARED: Readonly<Record<string, string>> = {
  minimum: '>=',
  maximum: '<=',
  exclusiveMinimum: '>',
  exclusiveMaximum: '<',
};
/** Faults whose own sentence says more than the theme can say of ajv's. */
const OUTSPOKEN: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'uniqueItems', '$ref', 'schema']);
/** What a sentence about a fault names, as ajv calls it; the theme writes the sentences. */
function paramsOf({ keyword, limit, place }: Fault): Record<string, unknown> {
  switch (keyword) {
    case 'required':
      return { missingProperty: limit };
    case 'dependencies':
      return { ...(limit as Dependency) };
    case 'type':
      return { type: limit };
    case 'const':
      return { allowedValue: limit };
    case 'multipleOf':
      return { multipleOf: limit };
    case 'format':
      return { format: limit };
    case 'propertyNames':
      return { propertyName: limit };
    case 'additionalProperties':
      return { additionalProperty: keysOf(place.path).at(-1) };
    default:
      return { limit, comparison: COMPARED[keyword] };
  }
}
const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
/** Where a person looks for a fault: at the field that is missing, at the object that has too many. */
function fieldOf({ keyword, limit, place }: Fault): string[] {
  const keys = keysOf(place.path);
  if (keyword === 'required') return [...keys, String(limit)];
  if (keyword === 'dependencies') return [...keys, (limit as Dependency).missingProperty];
  return keyword === 'additionalProperties' ? keys.slice(0, -1) : keys;
}

/** One key of rjsf's paths; those of a key with its marks are in brackets. */
const step = (key: string): string => (/[.[\]]/.test(key) ? `["${key}"]` : `.${key}`);
function errorsOf(
  schema: RJSFSchema,
  formData: unknown,
  uiSchema?: UiSchema,
): RJSFValidationError[] {
  return checkDraft7(given(formData), schema).map((fault) => {
    const keys = fieldOf(fault);
    return {
      ...(!OUTSPOKEN.has(fault.keyword) && { name: fault.keyword }),
      property: keys.map(step).join(''),
      message: fault.why,
      stack: fault.why,
      params: paramsOf(fault),
      title: titleOf(schema, keys, uiSchema),
    };
  });
}
/** The label of a field, where the schema or the uiSchema has one on the straight way there. */
function titleOf(schema: RJSFSchema, keys: readonly string[], uiSchema?: UiSchema): string {
  const ui = getUiOptions(getByPath(uiSchema, [...keys]) as UiSchema | undefined).title;
  const way = keys.flatMap((key) => (/^\d+$/.test(key) ? ['items'] : ['properties', key]));
  const own = getByPath(schema, [...way, 'title']) as unknown;
  return ui ?? (typeof own === 'string' ? own : (keys.at(-1) ?? ''));
}
