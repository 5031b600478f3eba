import {
  problem,
  type ObjectDescribe,
  type PageFault,
  type Problem,
  type Rights,
} from '../../../contract/index.ts';
import {
  allowancesOf,
  blockUses,
  forbiddenCalls,
  describeOperations,
  outlinePage,
  programAllowances,
  splitPin,
  validatePage,
  type NamingOptions,
  type PageDocument,
  type PageOperation,
  type DocumentProblem,
} from '../../../page/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import { describeOf, LOAD_ALL, loadOne, withBinned, type LoadedObjects } from '../meta/store.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { blocksOf } from './blocks.ts';
import type { Library } from '../library/library.ts';
import { loadDescribes } from './describes.ts';
import { patternProblems } from './patterns.ts';
import { revisionAt } from './renames.ts';

/** Dependencies of work on pages. */
export interface PageParts {
  readonly library: Library;
  readonly services: ServicePorts;
  /** Objects in the bin are known too: their pages follow the names of others. */
  readonly withBin?: boolean;
}

const place = ({ path, reason, params, msg }: DocumentProblem): Problem => ({
  path: `/document${path}`,
  reason,
  ...(params && { params }),
  msg,
});
export const faultOf = ({ nodeId, path, reason, msg, severity }: DocumentProblem): PageFault => ({
  ...(nodeId !== undefined && { nodeId }),
  path,
  reason,
  msg,
  severity,
});

const NO_RIGHTS: Rights = { isSuper: false, functions: ['build.use'] };

/** A builder's work on pages in one transaction; metadata of the company is read at most once. */
export class PageEditContext {
  readonly library: Library;
  readonly services: ServicePorts;
  /** A statement that loads objects as this work sees them. */
  readonly #sql: (text: string) => string;
  #describes: Promise<ReadonlyMap<string, ObjectDescribe>> | undefined;

  /**
   * `userId` is empty when the program itself works; `rights` are those of the user who is
   * responsible for what the pages do.
   */
  constructor(
    readonly tx: TenantTx,
    { library, services, withBin = false }: PageParts,
    readonly userId: string,
    private readonly rights: Rights = NO_RIGHTS,
  ) {
    this.library = library;
    this.services = services;
    this.#sql = withBin ? withBinned : String;
  }

  describes(): Promise<ReadonlyMap<string, ObjectDescribe>> {
    return (this.#describes ??= loadDescribes(this.tx, this.#sql(LOAD_ALL)));
  }

  /**
   * One object's describe; read alone unless all are loaded, since a company may have a thousand.
   */
  async describe(apiName: string): Promise<ObjectDescribe | undefined> {
    if (this.#describes) return (await this.#describes).get(apiName);
    const found = await loadOne(
      (text, values) => this.tx.query<LoadedObjects>(this.#sql(text), values),
      { apiName },
    );
    return found && describeOf(found.row, found.secret, found.below);
  }

  /** Names for sentences about changes. */
  async naming(): Promise<NamingOptions> {
    const describes = await this.describes();
    return { widgets: this.library.widgets, describe: (apiName) => describes.get(apiName) };
  }

  /** All problems of a document, as the browser would report them. */
  async problems(document: PageDocument): Promise<DocumentProblem[]> {
    const describes = await this.describes();
    const blocks = await this.blocksFor(document);
    const { problems } = validatePage(document, {
      widgets: this.library.widgets,
      actions: this.library.actions,
      describe: (apiName) => describes.get(apiName),
      block: (reference) => blocks.get(reference),
    });
    return [...problems, ...(await patternProblems(this.tx, document))];
  }

  /**
   * Throws with every place where a document would do, with its viewers' rights, what the builder
   * may not do. `base` is the program's page it is a version of.
   */
  requireRights(document: PageDocument, base?: PageDocument): void {
    const beyond = forbiddenCalls(
      document,
      this.library,
      { rights: this.rights, base },
      this.systemPage,
    );
    if (beyond.length > 0)
      throw problemsError(
        beyond.map(({ place: { path }, why }) =>
          problem(`/document${path}`, 'PAGE_INVALID', { why }),
        ),
      );
  }

  /** What the builder grants with a document that requireRights has accepted. */
  allowances(document: PageDocument): string[] {
    return allowancesOf(document, this.library, this.rights, this.systemPage);
  }
  /** What a page of the program needs: an unchanged draft of it is previewed with that. */
  systemAllowances(document: PageDocument): string[] {
    return programAllowances(document, this.library, this.systemPage);
  }
  private readonly systemPage = (key: string): PageDocument | undefined => {
    const page = this.library.pages.get(key);
    return page && (JSON.parse(page.text) as PageDocument);
  };

  /** Throws with every place where a document could not be drawn. */
  async requireSound(document: PageDocument): Promise<void> {
    const errors = await this.errors(document);
    if (errors.length > 0) throw problemsError(errors);
  }
  /** Places where a document could not be drawn. */
  async errors(document: PageDocument): Promise<Problem[]> {
    const problems = await this.problems(document);
    return problems.filter(({ severity }) => severity === 'error').map(place);
  }

  /**
   * Blocks by their references: all in their served revision, and the revisions the document pins,
   * directly or through others.
   */
  private async blocksFor(document: PageDocument): Promise<ReadonlyMap<string, PageDocument>> {
    const blocks = new Map(await blocksOf(this.tx, this.library));
    const waiting = [document, ...blocks.values()].flatMap((each) => blockUses(each));
    const tried = new Set<string>();
    for (let use = waiting.pop(); use; use = waiting.pop()) {
      const { key, rev } = splitPin(use.key);
      if (rev === undefined || tried.has(use.key)) continue;
      tried.add(use.key);
      const pinned = await revisionAt(this, key, rev);
      if (pinned) {
        blocks.set(use.key, pinned);
        waiting.push(...blockUses(pinned));
      }
    }
    return blocks;
  }
}

/**
 * A builder's document in the form operations are made of, under its own key and the revision it
 * changes; throws with every problem's path.
 */
export function readDocument(raw: unknown, key: string, rev: number): PageDocument {
  const { document, problems } = outlinePage(raw);
  if (!document)
    throw problemsError(problems.filter(({ severity }) => severity === 'error').map(place));
  if (document.key !== key)
    throw problemsError([
      problem('/document/key', 'PAGE_INVALID', { why: `页面标识应为“${key}”` }),
    ]);
  return { ...document, rev };
}

/** What operations change, in sentences; a page that was never published is new as a whole. */
export async function changeWords(
  context: PageEditContext,
  before: PageDocument | undefined,
  operations: readonly PageOperation[],
): Promise<string[]> {
  return before ? describeOperations(operations, before, await context.naming()) : ['新建页面'];
}
