import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LayerContext } from '../../ui/overlay/index.ts';
import { PageView } from '../../view/index.ts';
import { useApplication } from './context.ts';
import styles from './sign-in-again.module.css';

const TITLE = '请重新登录 · 活字';

/** The name of what was open is not for who comes by. */
function useHiddenTitle(): void {
  useEffect(() => {
    const before = document.title;
    document.title = TITLE;
    return () => {
      document.title = before;
    };
  }, []);
}

/**
 * The sign-in over a page whose session ended. A modal dialog of the browser: everything else is
 * inert, whatever opens beneath it later, and is found by no search of the browser.
 */
export default function SignInAgain() {
  const { session, pages, ports, registry } = useApplication();
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  const [{ notice }] = useState(session.snapshot.context);
  const load = useCallback((key: string) => pages.load(key), [pages]);
  // A browser closes it at the second Esc, however the first was answered.
  const open = useCallback((): void => dialog.current?.showModal(), []);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    open();
    // The focus goes back to what had it.
    return () => shown.close();
  }, [open]);
  useHiddenTitle();
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.cover}
      aria-modal="true"
      aria-label="重新登录"
      data-layer-name={name}
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <LayerContext.Provider value={name}>
        <main className={styles.card}>
          <PageView
            pageKey="passport.again"
            params={{ notice }}
            ports={ports}
            registry={registry}
            load={load}
          />
        </main>
      </LayerContext.Provider>
    </dialog>,
    document.body,
  );
}
