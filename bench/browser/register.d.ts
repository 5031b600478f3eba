/** An engine's page for the form benchmark; see forms.mjs for what is asked of it. */
export function registerForm(adapter: {
  name: string;
  mount(model: never, element: HTMLElement): void;
  find?(key: string): Element | null;
  total?(): string | null | undefined;
  armReveal?(key: string, value: string): (() => void) | Promise<() => void>;
  unmount?(): void;
}): void;
export function registerList(adapter: { name: string; mount(model: never, element: HTMLElement): void; hasRow(row: number): boolean; scroller(): Element | null }): void;
/** Opens a popup select and waits for the option; the answer clicks it. */
export function popupSelect(opener: Element, options: string, value: string): Promise<() => void>;
