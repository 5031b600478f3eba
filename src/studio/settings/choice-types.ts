import type { PageDocument } from '../../page/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { Registry } from '../../view/index.ts';

/** Where a value is that names something. */
export interface ChoicePlace {
  readonly document: PageDocument;
  readonly nodeId: string | undefined;
  /** The props or arguments the value is among. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly ports: EnginePorts;
  readonly registry: Registry;
}
/** A name one may choose; `note` tells it from others of the same label. */
export interface NameChoice {
  readonly code: string;
  readonly label: string;
  readonly note?: string;
}
export interface Choices {
  readonly options: readonly NameChoice[];
  /** Whether a value names something, which need not be among the options. */
  readonly has: (value: string) => boolean;
}
