import { createContext, useContext } from 'react';

/** What a submit button knows of the form around it. */
export interface FormBusy {
  /** The submission runs. */
  busy: boolean;
  /** No submission is taken now. */
  blocked: boolean;
  /**
   * The layer the form is drawn in; null without a form around. A form in the same layer is nested
   * in it.
   */
  layer: string | null;
  /**
   * How to submit a form nested in another one; null for the outermost, which the browser submits.
   */
  submit: (() => void) | null;
}
const Idle: FormBusy = { busy: false, blocked: false, layer: null, submit: null };
export const FormBusyContext = createContext<FormBusy>(Idle);
export const useFormBusy = (): FormBusy => useContext(FormBusyContext);
