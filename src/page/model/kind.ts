import type { DocumentKind } from '../../document/index.ts';

/** Pages among the kinds of documents. */
export const PAGE_KIND: DocumentKind = { invalid: 'PAGE_INVALID' };
