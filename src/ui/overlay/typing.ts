/**
 * What is typed into the text that has the focus. A browser keeps one undo history for the whole
 * document, so its own undo is let through only while it takes back what was typed there: further
 * back it changes fields elsewhere, off the screen.
 */
interface TypedText {
  readonly element: HTMLInputElement | HTMLTextAreaElement;
  /** Its text when it took the focus. */
  readonly before: string;
  /** Its text after the last key: a different one was set by the page. */
  last: string;
  /** Steps the browser has taken back and can do again. */
  undone: number;
}

const TEXT_TYPES = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);
const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type));

let typed: TypedText | null = null;
/** The text an input event is just handled for. */
let current: EventTarget | null = null;
let isWatching = false;

const begin = (element: TypedText['element'], before: string): TypedText =>
  (typed = { element, before, last: before, undone: 0 });

function onInput(event: Event): void {
  const { target } = event;
  current = target;
  setTimeout(() => {
    current = null;
  });
  if (!isText(target)) return;
  const text = typed?.element === target ? typed : begin(target, '');
  text.last = target.value;
  const kind = (event as InputEvent).inputType;
  text.undone =
    kind === 'historyUndo' ? text.undone + 1 : kind === 'historyRedo' ? text.undone - 1 : 0;
}

/** Begins to follow what is typed in this document; more than one call has no effect. */
export function watchTyping(): void {
  if (isWatching) return;
  isWatching = true;
  const onFocus = ({ target }: Event): void => {
    typed = isText(target) ? begin(target, target.value) : null;
  };
  document.addEventListener('focusin', onFocus, true);
  document.addEventListener('input', onInput, true);
}

/** Editable, with a text of its own: what only hands on what is typed has none, and no undo. */
const isEditable = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.isContentEditable && !target.dataset['forwards'];

/** The text the present change of a value comes from, or null when it was not typed. */
export function typingIn(): EventTarget | null {
  const focused = document.activeElement;
  return isEditable(focused) ? focused : current;
}

/** Whether the browser's undo (or redo) stays within the text that has the focus. */
export function browserUndoes(target: EventTarget | null, isRedo: boolean): boolean {
  if (isEditable(target)) return true;
  if (!typed || typed.element !== target || typed.element.value !== typed.last) return false;
  return isRedo ? typed.undone > 0 : typed.last !== typed.before;
}
