import {
  isObject,
  isText,
  own,
  at,
  ROOT_PATH,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';

/** Longest pattern: a longer one is no check of one field. */
export const MAX_PATTERN = 500;

/** A `pattern` in a form's schema: its path, its source, and the schema object that contains it. */
export interface FormPattern {
  readonly place: ProblemPath;
  readonly source: string;
  readonly holder: JsonObject;
}

/** Deeper schemas are refused; what is deeper is not looked at. */
const MAX_DEPTH = 40;

/**
 * All patterns of a document's forms that its readers' browsers run. Never throws, for any
 * document.
 */
export function formPatterns(document: unknown): FormPattern[] {
  const found: FormPattern[] = [];
  const forms = own(document, 'forms');
  for (const [name, form] of Object.entries(isObject(forms) ? forms : {}))
    collect(own(form, 'schema'), at(ROOT_PATH, 'forms', name, 'schema'), found, 0);
  return found;
}

function collect(value: unknown, place: ProblemPath, found: FormPattern[], depth: number): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (isObject(value) && isText(value.pattern))
    found.push({ place: at(place, 'pattern'), source: value.pattern, holder: value });
  for (const [key, each] of Object.entries(value)) collect(each, at(place, key), found, depth + 1);
}
