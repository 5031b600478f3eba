import { problem, type FlowTemplateSettings } from '../../../contract/index.ts';
import type { DocumentProblem } from '../../../document/index.ts';
import { fromNested, validateFlow, type FlowDocument } from '../../../flow/index.ts';
import { problemsError } from '../../kernel/index.ts';

/** Problems one answer names. */
const MAX_PROBLEMS = 50;

/** Refuses what has errors, each at its place. */
export function requireNoErrors(problems: readonly DocumentProblem[], at = ''): void {
  const errors = problems.filter(({ severity }) => severity === 'error').slice(0, MAX_PROBLEMS);
  if (errors.length > 0)
    throw problemsError(
      errors.map(({ path, msg }) => problem(`${at}${path}`, 'FLOW_INVALID', { why: msg })),
    );
}

/** Reads what other programs write nested; refuses what is no template, with its place. */
export function readNested(nodes: unknown, settings: FlowTemplateSettings): FlowDocument {
  const { document, problems } = fromNested(nodes, settings);
  requireNoErrors(problems, '/nodes');
  return document!;
}

/** Reads a stored document that a client sends; refuses what is no template. */
export function readDocument(raw: unknown): FlowDocument {
  requireNoErrors(validateFlow(raw), '/document');
  return raw as FlowDocument;
}

/** A new template: it is started and ends. */
export const startDocument = (): FlowDocument =>
  readNested({ id: 'start', type: 'start', next: { id: 'end', type: 'end' } }, {});
