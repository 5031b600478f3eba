import type { InputProps } from '../fields/input-props.ts';
import { SecretInput } from './text.tsx';
import { strengthHint, strengthOf } from './strength.ts';
import styles from './new-password.module.css';

const LOOKS = [
  { name: '弱', tone: styles.weak },
  { name: '中', tone: styles.fair },
  { name: '强', tone: styles.strong },
] as const;

/**
 * A new password: its strength is shown below while it is typed, with what would make it stronger.
 */
export function NewPasswordInput(props: InputProps) {
  const text = typeof props.value === 'string' ? props.value : '';
  const strength = strengthOf(text);
  const { name, tone } = LOOKS[strength];
  return (
    <div className={styles.frame}>
      <SecretInput {...props} kind="new-password" />
      <div className={styles.line}>
        <span className={`${styles.bars} ${text ? tone : ''}`} aria-hidden>
          {LOOKS.map(({ name: each }, at) => (
            <span key={each} className={text && at <= strength ? styles.on : undefined} />
          ))}
        </span>
        <span className={styles.words} aria-live="polite">
          {text
            ? [`强度：${name}`, strengthHint(text)].filter(Boolean).join('，')
            : '8 至 64 位，须同时含有字母和数字'}
        </span>
      </div>
    </div>
  );
}
