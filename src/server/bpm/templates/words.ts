import { MAX_WORDS } from '../../../contract/index.ts';
import { describeOperations, diff } from '../../../document/operations/index.ts';
import { FLOW_KIND, FLOW_WORDS, type FlowDocument } from '../../../flow/index.ts';

/** What a document changes, in sentences. */
export const changeWords = (before: FlowDocument, after: FlowDocument): string[] =>
  describeOperations(diff(before, after, FLOW_KIND), before, FLOW_KIND, FLOW_WORDS).slice(
    0,
    MAX_WORDS,
  );
