/** What the designer of approvals knows of templates: their outline, and how wishes change them. */
export { flowTools } from './tools.ts';
