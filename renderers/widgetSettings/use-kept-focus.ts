import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import { elementsOf, nodeOfPage } from '../../src/view/inspect/index.ts';

/** The node of the settings' page that has the focus; empty while none has. */
export type KeptFocus = RefObject<string>;

/** Frames in which an input of a form that was filled in again may be drawn. */
const MAX_FRAMES = 60;
const FOCUSABLE = '[role="combobox"], input, textarea, [contenteditable="true"], button';

/**
 * Keeps the focus where a person works while the form around is filled in again: choosing a page
 * brings the settings of its parameters.
 */
export function useKeptFocus(scope: PageScope | null, focus: KeptFocus) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let [frame, left] = [0, MAX_FRAMES];
    const attempt = (): void => {
      const { current } = root;
      // A focus that went elsewhere is not taken back.
      if (!scope || !current || focus.current === '' || document.activeElement !== document.body)
        return;
      const [element] = elementsOf(current, scope, focus.current);
      const input = element?.matches(FOCUSABLE)
        ? element
        : element?.querySelector<HTMLElement>(FOCUSABLE);
      if (input instanceof HTMLElement) input.focus();
      else if (--left > 0) frame = requestAnimationFrame(attempt);
    };
    attempt();
    return () => cancelAnimationFrame(frame);
  }, [scope, focus]);
  return {
    root,
    onFocus: ({ target }: FocusEvent): void => {
      focus.current = (scope && nodeOfPage(target, scope)?.id) ?? '';
    },
    onBlur: (): void => {
      focus.current = '';
    },
  };
}
