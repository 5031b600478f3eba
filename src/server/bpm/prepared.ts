import type { Candidate } from '../../contract/index.ts';
import {
  compileFlow,
  type CompiledFlow,
  type FlowDocument,
  type FlowStep,
} from '../../flow/index.ts';

/** A version of a template ready to run. */
export interface Prepared extends CompiledFlow {
  readonly templateId: string;
  readonly no: number;
  readonly document: FlowDocument;
  /** How often the template's documents had followed new names of fields. */
  readonly names: number;
}

/** Makes a document ready to run. */
export const prepare = (
  templateId: string,
  no: number,
  document: FlowDocument,
  names = 0,
): Prepared => ({ ...compileFlow(document), templateId, no, document, names });

/** What the author set at a node, with defaults; its type says which settings it has. */
export const nodeSettings = ({ nodes }: Prepared, id: string): Readonly<Record<string, unknown>> =>
  (nodes.get(id)?.settings ?? {}) as Readonly<Record<string, unknown>>;
export const candidatesOf = (prepared: Prepared, id: string): readonly Candidate[] =>
  (nodeSettings(prepared, id)['candidates'] ?? []) as readonly Candidate[];
export const nodeName = ({ nodes }: Prepared, id: string): string => nodes.get(id)?.name ?? id;

/** Whether a step asks people. */
export const asksPeople = ({ kind }: FlowStep): boolean => kind === 'approve' || kind === 'handle';

/**
 * Versions a process has prepared; they change only when fields get other names. The one used
 * longest ago goes first.
 */
const MAX_MODELS = 500;
export class Models {
  readonly #known = new Map<string, Prepared>();

  /** With these names of fields; whichever when none are given. */
  get(templateId: string, no: number, names?: number): Prepared | undefined {
    const key = `${templateId} ${no}`;
    const known = this.#known.get(key);
    const found = names === undefined || known?.names === names ? known : undefined;
    if (found) {
      this.#known.delete(key);
      this.#known.set(key, found);
    }
    return found;
  }

  add(prepared: Prepared): void {
    this.#known.set(`${prepared.templateId} ${prepared.no}`, prepared);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_MODELS && oldest !== undefined) this.#known.delete(oldest);
  }
}
