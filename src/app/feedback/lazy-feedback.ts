import type { Queued } from '../api/index.ts';
import type { VersionAsk } from '../../runtime/ports/index.ts';
import type { ConfirmOptions, ToastKind, ToastLink } from './feedback.tsx';

/** Dialogs and toasts come when the first one is needed: no page needs them for its first pixel. */
const load = () => import('./feedback.tsx');
/** When even that cannot be loaded, the browser's own words are better than silence. */
const nativeAlert = (text: string) => (): void => {
  window.alert(text);
};

export const feedback = {
  queue(queued: Queued | null): void {
    void load()
      .then((its) => its.queue(queued))
      .catch(() => undefined);
  },
  toast(kind: ToastKind, text: string, single = false, way?: ToastLink): void {
    void load()
      .then((its) => its.toast(kind, text, single, way))
      .catch(nativeAlert(text));
  },
  failureDialog(text: string): void {
    void load()
      .then((its) => its.failureDialog(text))
      .catch(nativeAlert(text));
  },
  alert: (title: string, text: string): Promise<void> =>
    load()
      .then((its) => its.alert(title, text))
      .catch(nativeAlert(text)),
  confirm: (ask: ConfirmOptions): Promise<boolean> =>
    load()
      .then((its) => its.confirm(ask))
      .catch(() => window.confirm(ask.text)),
  chooseVersions: (ask: VersionAsk): Promise<readonly string[] | null> =>
    import('./choose-versions.tsx').then((its) => its.chooseVersions(ask)).catch(() => null),
};
export type Feedback = typeof feedback;
