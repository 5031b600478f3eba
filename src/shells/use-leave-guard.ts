import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import type { PageScope } from '../../engine/index.ts';
import { useApplication } from './context.ts';

const UNSAVED = { title: '离开此页面？', text: '有未保存的内容，离开后将丢失。', ok: '离开', cancel: '留在此页', danger: true };
const isDirty = (scope: PageScope | null): boolean => (scope?.dirtyForms.length ?? 0) > 0;

/** Asks before unsaved work is left behind: inside the application with a dialog, at the window's edge as the browser does. */
export function useLeaveGuard(scope: PageScope | null, path: string): void {
  const { ports } = useApplication();
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname !== path && isDirty(scope));

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ports.confirm(UNSAVED).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, ports]);

  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent): void => { if (isDirty(scope)) event.preventDefault(); };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, [scope]);
}
