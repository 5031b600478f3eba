import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { authorPhrase, lastAuthor, type FormModel } from '../../src/runtime/models/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import styles from './View.module.css';

interface Props {
  form: FormModel;
  ports: EnginePorts;
}

/** Who was quicker, and when, as far as it is known. */
function titleOf({ form: { stale, refused }, ports }: Props): string {
  const author = authorPhrase(lastAuthor(stale ?? {}), ports.labels);
  return refused ? `内容已被${author}修改，未作保存` : `${author}修改了这条记录`;
}
function wordsOf({ clashes, refused }: FormModel): string {
  if (clashes.length > 0)
    return `你们都改了${clashes.map(({ label }) => `「${label}」`).join('')}，请选择留下哪一个。`;
  return refused ? '载入最新内容后，你的修改会保留，可以再次保存。' : '你正在填写的内容不会丢失。';
}

/** A button that comes into sight with the focus when this becomes true. */
function useFocusOnceTrue(on: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!on) return;
    button.current?.scrollIntoView?.({ block: 'nearest' });
    button.current?.focus();
  }, [on]);
  return button;
}

/** What others saved meanwhile: who and when, and the way to take it over without losing one's own. */
export const Stale = observer(function Stale({ form, ports }: Props) {
  const { clashes, refused } = form;
  const button = useFocusOnceTrue(refused);
  const load = refused ? '载入最新内容' : '合入对方的修改';
  return (
    <div role={refused ? 'alert' : 'status'} className={`${styles.box} ${styles.stale}`}>
      <div className={styles.title}>
        <Icon name="exclamation-circle" />
        {titleOf({ form, ports })}
      </div>
      <div className={styles.words}>{wordsOf(form)}</div>
      <button
        ref={button}
        type="button"
        className={styles.adopt}
        onClick={() => void form.takeOver()}
      >
        {clashes.length > 0 ? '比较并选择' : load}
      </button>
    </div>
  );
});
