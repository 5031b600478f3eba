import {
  problem,
  type ErrorReason,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';

/** One error of an ajv module: where, which keyword, and the schema around it. */
interface AjvError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  parentSchema?: { title?: string; maxLength?: number; minimum?: number; maximum?: number };
  data?: unknown;
}
export interface AjvModule {
  (values: RecordValues): boolean;
  errors?: AjvError[] | null;
}

const REASONS: Readonly<Record<string, ErrorReason>> = {
  required: 'REQUIRED',
  enum: 'VALUE_OPTION',
  maxLength: 'VALUE_LENGTH',
  minimum: 'VALUE_RANGE',
  maximum: 'VALUE_RANGE',
  additionalProperties: 'UNKNOWN_FIELD',
};

function toProblem({ instancePath, keyword, params, parentSchema = {}, data }: AjvError): Problem {
  const missing = params['missingProperty'] ?? params['additionalProperty'];
  const path = typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath;
  const label = parentSchema.title ?? path.slice(1);
  const { maxLength: max, minimum: min = '不限', maximum = '不限' } = parentSchema;
  return problem(path, REASONS[keyword] ?? 'FIELD_INVALID', {
    label,
    value: String(data),
    name: label,
    min,
    max: max ?? maximum,
  });
}

/** An ajv module's verdict in the catalogue's words: the first thing wrong at each place. */
export function verdict(validate: AjvModule, values: RecordValues): Problem[] {
  if (validate(values)) return [];
  const places = new Map<string, Problem>();
  for (const error of validate.errors ?? []) {
    const found = toProblem(error);
    if (!places.has(found.path)) places.set(found.path, found);
  }
  return [...places.values()];
}

/**
 * Fetches a record's validator: a script of our own origin, compiled by the server, since the page
 * may compile nothing. Null when it cannot be had: the checks of single fields and the server
 * decide then.
 */
export async function loadValidator(
  name: string,
): Promise<((values: RecordValues) => readonly Problem[]) | null> {
  try {
    const module = (await import(
      /* @vite-ignore */ `/bizmeta/v1/validator/${encodeURIComponent(name)}`
    )) as { default: AjvModule };
    return (values) => verdict(module.default, values);
  } catch {
    return null;
  }
}
