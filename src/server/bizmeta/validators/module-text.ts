import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { RECORD_KEYWORDS } from '../../../page/index.ts';

/**
 * ajv's standalone code loads these helpers by require, which a browser does not have; each is
 * reimplemented here in a line.
 */
const HELPERS: Readonly<Record<string, string>> = {
  'require("ajv/dist/runtime/ucs2length").default':
    '((text) => { let n = 0; for (const _ of text) n++; return n; })',
  'require("ajv/dist/runtime/equal").default':
    '(function equal(a, b) { if (a === b) return true; ' +
    'if (!a || !b || typeof a !== "object" || typeof b !== "object") return false; ' +
    'if (Array.isArray(a) !== Array.isArray(b)) return false; const keys = Object.keys(a); ' +
    'return keys.length === Object.keys(b).length && ' +
    'keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key])); })',
};

const generate = ((standalone as unknown as { default?: unknown }).default ?? standalone) as (
  ajv: Ajv,
  validate: ValidateFunction,
) => string;

/**
 * A schema as an ES module without imports: `export default validate`, ajv's function with its
 * errors. It runs under `script-src 'self'`, where a browser may not compile a schema itself.
 * Formats are not checked: their patterns are.
 */
export function moduleText(schema: AnySchema): string {
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: false },
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    validateFormats: false,
  });
  ajv.addVocabulary([...RECORD_KEYWORDS]);
  const code = Object.entries(HELPERS).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    generate(ajv, ajv.compile(schema)),
  );
  if (/\brequire\(/.test(code.replace(/"(?:[^"\\]|\\.)*"/g, '')))
    throw new Error('the validator needs a helper this program does not inline');
  return code;
}
