/** An engine's page for the form benchmark; see README.md for what is asked of it. */
export function registerForm(adapter: {
  name: string;
  mount(model: never, element: HTMLElement): void;
  /** Fields off the screen are no inputs yet, but their labels are in the document. */
  windowed?: boolean;
  /** The element in a field's place before its input is mounted. */
  place?(key: string): Element | null;
  find?(key: string): Element | null;
  total?(): string | null | undefined;
  armReveal?(key: string, value: string): (() => void) | Promise<() => void>;
  unmount?(): void;
}): void;
export function registerList(adapter: {
  name: string;
  mount(model: never, element: HTMLElement): void;
  hasRow(row: number): boolean;
  scroller(): Element | null;
  /** The input of a cell, opened as a person opens it. */ editor?(
    row: number,
    column: number,
  ): Element | null;
}): void;
/** Opens a popup select and waits for the option; the answer clicks it. */
export function popupSelect(opener: Element, options: string, value: string): Promise<() => void>;
