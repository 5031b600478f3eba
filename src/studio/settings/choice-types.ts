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
