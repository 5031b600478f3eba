/**
 * Smart forms for their builder: differences from the published form, and following renamed fields.
 */
export { formChanges } from './changes.ts';
export {
  renameInForm,
  renameInSearches,
  rulesWithout,
  withoutFields,
  type FieldChanges,
} from './follow.ts';
export { formFields } from './layout.ts';
