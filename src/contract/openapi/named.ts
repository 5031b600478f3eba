import type { TSchema } from 'typebox';
import * as aggregates from '../metadata/aggregates.ts';
import * as authority from '../metadata/authority.ts';
import * as appShapes from '../calls/applications.ts';
import * as messageShapes from '../calls/msg.ts';
import * as peopleShapes from '../calls/people-shapes.ts';
import * as regionShapes from '../calls/regions.ts';
import * as roleShapes from '../calls/roles.ts';
import * as codeRules from '../company/code-rules.ts';
import * as explained from '../metadata/explained.ts';
import * as flowRunning from '../metadata/flow-running.ts';
import * as flowTemplates from '../metadata/flow-templates.ts';
import * as merge from '../metadata/merge.ts';
import * as meta from '../metadata/meta.ts';
import * as pages from '../metadata/pages.ts';
import * as share from '../metadata/share.ts';
import * as smartform from '../metadata/smartform.ts';
import * as submission from '../metadata/submission.ts';
import * as transaction from '../metadata/transaction.ts';
import * as views from '../metadata/views.ts';
import * as where from '../metadata/where.ts';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  authority,
  explained,
  flowRunning,
  flowTemplates,
  merge,
  meta,
  pages,
  views,
  share,
  smartform,
  submission,
  transaction,
  where,
  aggregates,
  codeRules,
  appShapes,
  messageShapes,
  peopleShapes,
  regionShapes,
  roleShapes,
];

const isObjectSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' &&
  value !== null &&
  (value as { type?: unknown }).type === 'object' &&
  'properties' in value;

/**
 * The shapes the contract's modules export, by the name of the export: what a generated client
 * calls them.
 */
export const namedShapes = (): Map<string, TSchema> =>
  new Map(
    MODULES.flatMap((module) =>
      Object.entries(module).filter((entry): entry is [string, TSchema] =>
        isObjectSchema(entry[1]),
      ),
    ),
  );
