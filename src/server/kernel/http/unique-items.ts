import type { Ajv } from 'ajv';
import { stableText } from '../../../document/index.ts';

/** Whether no two items are alike, as JSON: names in any order. */
function differ(isAsked: boolean, items: readonly unknown[]): boolean {
  return !isAsked || new Set(items.map(stableText)).size === items.length;
}

/**
 * Ajv compares items by calling the `toString` and `valueOf` they have: in a body these are data,
 * and calling data is a fault of the server. Here items are compared by what is written. Values of
 * `const` and `enum` are compared so too where they are lists or objects; the contract has none
 * (validate.test.ts).
 */
export function comparingByText(ajv: Ajv): Ajv {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    // Where Ajv has its own: after the number of the items, before each of them.
    before: 'additionalItems',
    errors: false,
    validate: differ,
  });
  return ajv;
}
