import { errorText, type ErrorParams, type ErrorReason } from '../../contract/index.ts';
import type { DocumentKind } from './kind.ts';
import { MAX_PROBLEMS } from './limits.ts';

/** `error` refuses the document; `warning` is worth a look and refuses nothing. */
export type Severity = 'error' | 'warning';

/**
 * One thing wrong in a document: the node, the place (JSON pointer into the flat document),
 * and the sentence.
 */
export interface DocumentProblem {
  nodeId?: string;
  path: string;
  reason: ErrorReason;
  params?: ErrorParams;
  msg: string;
  severity: Severity;
}

/**
 * Thrown by the functions that need a sound document; carries what is wrong with the one they got.
 */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  constructor(readonly problems: readonly DocumentProblem[]) {
    super(problems[0]?.msg ?? 'invalid document');
  }
}

/**
 * Path of a problem: JSON pointer plus the node it belongs to. Built step by step while walking.
 */
export interface ProblemPath {
  readonly path: string;
  readonly nodeId?: string;
}
export const ROOT_PATH: ProblemPath = { path: '' };
/**
 * One step deeper. Its pointer is built only on demand: nearly all paths of a sound document are
 * never used.
 */
class Step implements ProblemPath {
  declare readonly nodeId?: string;
  constructor(
    private readonly outer: ProblemPath,
    private readonly key: string | number,
    nodeId: string | undefined,
  ) {
    if (nodeId !== undefined) this.nodeId = nodeId;
  }
  get path(): string {
    return `${this.outer.path}/${String(this.key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
}
/** The place one key further in; keys are escaped as RFC 6901 says. */
export const at = (place: ProblemPath, ...keys: (string | number)[]): ProblemPath =>
  keys.reduce<ProblemPath>((outer, key) => new Step(outer, key, place.nodeId), place);
const NODES = at(ROOT_PATH, 'nodes');
/** The place of a node of the flat document. */
export const nodePath = (id: string): ProblemPath => new Step(NODES, id, id);
/** The same path, attributed to another node. */
export const withNodeId = ({ path }: ProblemPath, nodeId: string): ProblemPath => ({
  path,
  nodeId,
});

/** Collects problems; stops at MAX_PROBLEMS, so that a hopeless document costs little. */
export class Problems {
  readonly list: DocumentProblem[] = [];
  constructor(private readonly kind: DocumentKind) {}

  /** What is wrong with the document in plain words: its kind's sentence with `why` filled in. */
  invalid(place: ProblemPath, why: string, severity: Severity = 'error'): void {
    this.add(place, this.kind.invalid, { why }, severity);
  }
  expression(place: ProblemPath, why: string, severity: Severity = 'error'): void {
    this.add(place, 'EXPRESSION_INVALID', { why }, severity);
  }

  /** `more` follows the catalogue's sentence: the suggested fix. */
  add(
    place: ProblemPath,
    reason: ErrorReason,
    params: ErrorParams,
    severity: Severity = 'error',
    more = '',
  ): void {
    if (this.list.length >= MAX_PROBLEMS) return;
    const { path, nodeId } = place;
    this.list.push({
      path,
      ...(nodeId !== undefined && { nodeId }),
      reason,
      params,
      msg: errorText(reason, params) + more,
      severity,
    });
  }
  get hasErrors(): boolean {
    return this.list.some((p) => p.severity === 'error');
  }
}

/** Errors first, in the order they were found. */
export const bySeverity = (problems: readonly DocumentProblem[]): DocumentProblem[] => [
  ...problems.filter((p) => p.severity === 'error'),
  ...problems.filter((p) => p.severity === 'warning'),
];
