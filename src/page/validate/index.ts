import { PAGE_KIND } from '../model/kind.ts';
import type { PageDocument } from '../model/document.ts';
import { compilePage } from '../compile/compile.ts';
import {
  flattenRaw,
  isNested,
  isObject,
  MAX_PROBLEMS,
  bySeverity,
  at,
  withNodeId,
  Problems,
  ROOT_PATH,
  walkTree,
  tooLarge,
  type JsonObject,
  type DocumentProblem,
  type ProblemPath,
  checkSchema,
} from '../../document/index.ts';
import { migrate, type WidgetMigrations } from '../model/migrate.ts';
import { checkEvent } from './actions.ts';
import { checkBlocks } from './blocks.ts';
import type { ValidateOptions } from './catalogue.ts';
import { Validation } from './context.ts';
import { checkDeclarations } from './declarations.ts';
import { documentSchema } from './document-schema.ts';
import { checkNodes } from './nodes.ts';
import { checkSteps } from './steps.ts';

export { isSoundKey } from './document-schema.ts';
export {
  callCatalogue,
  type ActionCatalogue,
  type ValidateOptions,
  type WidgetCatalogue,
  type WidgetSpec,
} from './catalogue.ts';

/**
 * `document` is present when nothing of severity error was found: flat, migrated, fit for
 * compilePage.
 */
export interface ValidateResult {
  document?: PageDocument;
  problems: DocumentProblem[];
}

/**
 * Reports all problems of a page document, flat or nested, for any JSON: shape, widgets and their
 * props, slots and events, binds, calls, actions, formulas and their types, circles, limits. Never
 * throws. Paths are JSON pointers into the flat document; only problems found before a nested
 * document is flattened point into the nested one.
 */
export function validatePage(
  raw: unknown,
  options: ValidateOptions & { migrations?: WidgetMigrations },
): ValidateResult {
  const problems = new Problems(PAGE_KIND);
  const document = prepare(raw, options.migrations, problems);
  if (document) inspect(document, options, problems);
  const sound = document && !problems.hasErrors;
  return {
    ...(sound && { document: document as unknown as PageDocument }),
    problems: bySeverity(problems.list),
  };
}

/**
 * A document that operations can be made of: flat, migrated, of a page's outline, its nodes one
 * tree. Other problems are reported by validatePage; a draft may have them, a served page may not.
 */
export function outlinePage(raw: unknown): ValidateResult {
  const problems = new Problems(PAGE_KIND);
  const document = prepare(raw, undefined, problems);
  if (document) walkTree(document, problems);
  return {
    ...(document && !problems.hasErrors && { document: document as unknown as PageDocument }),
    problems: bySeverity(problems.list),
  };
}

/**
 * Large, newer, nested or misshapen documents end here; what comes out has the outline of a page.
 */
function prepare(
  raw: unknown,
  migrations: WidgetMigrations | undefined,
  problems: Problems,
): JsonObject | undefined {
  const large = tooLarge(raw);
  if (large !== undefined || !isObject(raw)) {
    problems.invalid(ROOT_PATH, large ?? '页面应为一个 JSON 对象');
    return undefined;
  }
  const flat = isNested(raw) ? flattenRaw(raw, problems) : raw;
  const migrated = migrate(flat, { widgets: migrations });
  problems.list.push(...migrated.problems);
  if (migrated.problems.some((problem) => problem.path === '/spec')) return undefined;
  for (const fault of checkSchema(migrated.document, documentSchema, ROOT_PATH))
    problems.invalid(withNode(fault.place), fault.why);
  return problems.hasErrors ? undefined : (migrated.document as JsonObject);
}
/** The node a pointer into the document belongs to. */
function withNode(place: ProblemPath): ProblemPath {
  const [, part, id] = place.path.split('/');
  return part === 'nodes' && id !== undefined
    ? withNodeId(place, id.replaceAll('~1', '/').replaceAll('~0', '~'))
    : place;
}

function inspect(document: JsonObject, options: ValidateOptions, problems: Problems): void {
  const tree = walkTree(document, problems);
  const validation = new Validation(document, options, problems);
  const scope = checkDeclarations(validation);
  checkSteps(validation, scope);
  checkEvent(validation, document.onOpen, 'null', scope, at(ROOT_PATH, 'onOpen'));
  checkNodes(validation, tree, scope);
  checkBlocks(validation, tree, scope);
  // Circles are found on the compiled page; its other problems were already reported with types
  // above.
  if (!problems.hasErrors)
    problems.list.push(
      ...compilePage(document as unknown as PageDocument, {
        actions: options.actions,
      }).problems.slice(0, MAX_PROBLEMS),
    );
}
