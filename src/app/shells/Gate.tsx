import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { useApplication } from './context.ts';
import { Notice } from './Notice.tsx';
import { TopBar } from './TopBar.tsx';

/** Nothing to see yet, and a line at the top if that lasts. */
function Waiting() {
  const { progress } = useApplication();
  useEffect(() => {
    let done: () => void = () => undefined;
    void progress.during(
      new Promise<void>((resolve) => {
        done = resolve;
      }),
    );
    return () => done();
  }, [progress]);
  return null;
}

/**
 * States in which whoever is known stays in front of their page: it is theirs until it is known
 * otherwise.
 */
const PRESENT: ReadonlySet<string> = new Set([
  'signedIn',
  'signingOut',
  'restoring',
  'verifying',
  'leaving',
]);

/** Draws the application once the session is there. `open` pages are for anyone. */
export const Gate = observer(function Gate({
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
    if (open || (session.person && PRESENT.has(state))) return children;
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
    return <Waiting />;
  };
  return (
    <>
      <TopBar />
      {shown()}
    </>
  );
});
