import { createContext, useContext } from 'react';

/** What a submit button knows of the form around it. */
export interface FormBusy { /** The submission runs. */ busy: boolean; /** No submission is taken now. */ blocked: boolean }
const Idle: FormBusy = { busy: false, blocked: false };
export const FormBusyContext = createContext<FormBusy>(Idle);
export const useFormBusy = (): FormBusy => useContext(FormBusyContext);
