import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { CaptchaAnswer, CaptchaChallenge } from '../../src/contract/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { chrome, valueOf } from '../../src/ui/parts/index.ts';
import type { CaptchaProps } from './index.ts';
import styles from './View.module.css';

type State = 'waiting' | 'solving' | 'solved' | 'failed' | 'expired';
const SAYS: Record<State, string> = {
  waiting: '正在准备安全验证…',
  solving: '正在验证，请稍候…',
  solved: '安全验证已通过，请继续',
  failed: '安全验证没有完成',
  expired: '安全验证已过期',
};
const SECOND_MS = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null;
const challengeOf = (given: unknown): CaptchaChallenge | null =>
  isObject(given) && typeof given['id'] === 'string' && isObject(given['parameters'])
    ? (given as unknown as CaptchaChallenge)
    : null;

/** Milliseconds until a challenge expires; the longest possible timer when it names no time. */
function leftOf({ parameters: { expiresAt } }: CaptchaChallenge, now: Date): number {
  return expiresAt === undefined
    ? MAX_TIMER_MS
    : Math.min(MAX_TIMER_MS, expiresAt * SECOND_MS - now.getTime());
}

/** Solves each challenge once, writes its answer to the binding, and clears it when it expires. */
function useSolving(node: NodeHandle<CaptchaProps>): State {
  const [state, setState] = useState<State>('waiting');
  const text = JSON.stringify(challengeOf(node.props.challenge));
  const renewed = useRef(false);
  useEffect(() => {
    const challenge = JSON.parse(text) as CaptchaChallenge | null;
    if (!challenge) return setState('waiting');
    const bound = valueOf(node.bound);
    bound?.set(null);
    const left = leftOf(challenge, node.ports.now());
    const isOver = left <= 0;
    // Over already: the page has had it for long. Another that is over as well would go on for ever.
    const isAgain = isOver && renewed.current;
    renewed.current = isOver && !isAgain;
    if (isAgain) return setState('expired');
    if (isOver) return void node.emit('renew');
    const controller = new AbortController();
    const take = (answer: CaptchaAnswer | null): void => {
      if (controller.signal.aborted) return;
      setState(answer ? 'solved' : 'failed');
      bound?.set(answer);
      if (answer) void node.emit('solved', { value: answer });
    };
    const expire = (): void => {
      controller.abort();
      setState('expired');
      bound?.set(null);
    };
    setState('solving');
    // The solver is fetched when it is needed: most sign-ins never need it.
    import('./solve.ts')
      .then(({ solve }) => solve(challenge, controller))
      .then(take, () => take(null));
    const timer = setTimeout(expire, left);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, node]);
  return text === 'null' && node.props.error ? 'failed' : state;
}

/**
 * A proof of work instead of a puzzle: nothing to read, listen to or type; progress is announced.
 */
export default observer(function CaptchaView({ node }: WidgetViewProps<CaptchaProps>) {
  const state = useSolving(node);
  const again = state === 'failed' || state === 'expired';
  return (
    <div className={styles.captcha} data-state={state}>
      <span className={styles.mark} aria-hidden="true" />
      <span role="status">{SAYS[state]}</span>
      {again && (
        <button type="button" className={chrome.link} onClick={() => void node.emit('renew')}>
          重新验证
        </button>
      )}
    </div>
  );
});
