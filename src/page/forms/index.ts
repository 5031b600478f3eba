/**
 * A smart form as its builder sees it: rules in words, what differs from what is published, and
 * following renamed fields.
 */
export { formChanges } from './changes.ts';
export { followInForm, followInSearches, withoutFields, type FieldChanges } from './follow.ts';
export { formFields } from './layout.ts';
export { ruleSentence } from './sentence.ts';
