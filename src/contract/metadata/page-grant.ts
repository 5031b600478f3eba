import { Type, type Static } from 'typebox';
import { oneOf } from './meta.ts';

/**
 * `program`: the document is the program's own, unchanged. `company`: a company wrote it, changed
 * it, or it is not known who did.
 */
const DOCUMENT_ORIGINS = ['program', 'company'] as const;

/**
 * `allows` names what the page's publisher, who had the rights, granted (see `callAllowance`,
 * `sendAllowance`).
 */
export const PageGrant = Type.Object({
  origin: oneOf(DOCUMENT_ORIGINS),
  allows: Type.Array(Type.String()),
});
export type PageGrant = Static<typeof PageGrant>;

/**
 * A page as it is served. The server says who wrote it; the document, which a company may write,
 * does not.
 */
const document = Type.Unknown({ description: 'page document, see schemas/page.schema.json' });
export const ServedDocument = Type.Object({
  ...PageGrant.properties,
  document,
  blocks: Type.Optional(
    Type.Array(Type.Object({ ...PageGrant.properties, key: Type.String(), document }), {
      description: 'blocks the page shows, so that none has to be asked for',
    }),
  ),
});
export type ServedDocument = Static<typeof ServedDocument>;
