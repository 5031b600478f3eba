import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useApplication } from './context.ts';
import { Notice } from './Notice.tsx';
import { TopBar } from './TopBar.tsx';
import './cover.css';

/** Work waits behind the cover: what is over it is asked for until it comes. */
const RETRY_MS = 3_000;
const fetchCover = (): Promise<typeof import('./SignInAgain.tsx')> =>
  import('./SignInAgain.tsx').catch(() =>
    new Promise((done) => setTimeout(done, RETRY_MS)).then(fetchCover),
  );
const SignInAgain = lazy(fetchCover);

/** Hides the page of a session that ended, at once, and asks its member to sign in again over it. */
function Cover() {
  useLayoutEffect(() => {
    document.documentElement.dataset.locked = '';
    return () => {
      delete document.documentElement.dataset.locked;
    };
  }, []);
  return (
    <Suspense fallback={<PendingSession />}>
      <SignInAgain />
    </Suspense>
  );
}

/** Nothing to see yet, and a line at the top if that lasts. */
function PendingSession() {
  const { progress } = useApplication();
  useEffect(() => {
    let done: () => void = () => undefined;
    void progress.track(
      new Promise<void>((resolve) => {
        done = resolve;
      }),
    );
    return () => done();
  }, [progress]);
  return null;
}

/**
 * States in which a known user still sees the page: the session is valid until the opposite is
 * known.
 */
const STATES_WITH_PERSON: ReadonlySet<string> = new Set([
  'signedIn',
  'signingOut',
  'restoring',
  'verifying',
  'leaving',
  'replaced',
  'endingViewing',
  'viewingOver',
  'viewingEnded',
  // Behind the cover; without one no person is known in them.
  'locked',
  'signingIn',
]);

/** Draws the application once the session is there. `open` pages are for anyone. */
export const SessionGuard = observer(function SessionGuard({
  open,
  children,
}: {
  open: boolean;
  children: ReactNode;
}) {
  const { session } = useApplication();
  const { state } = session;
  const send = session.actor.send;
  const shown = (): ReactNode => {
    if (open || (session.person && STATES_WITH_PERSON.has(state))) return children;
    if (state === 'unreachable') {
      return (
        <Notice
          title="暂时连不上服务器"
          text={session.snapshot.context.failure ?? ''}
          action="重试"
          onAction={() => send({ type: 'RETRY' })}
          second="退出登录"
          onSecond={() => send({ type: 'SIGN_OUT' })}
        />
      );
    }
    return <PendingSession />;
  };
  return (
    <>
      <TopBar />
      {shown()}
      {session.isLocked && <Cover />}
    </>
  );
});
