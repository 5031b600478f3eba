import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { FieldModel, FormModel } from '../../src/runtime/models/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import {
  dateTimeText,
  EMPTY_TEXT,
  formatValue,
  labelOf,
  momentOf,
  textOf,
} from '../../src/values/index.ts';
import styles from './View.module.css';

interface Props {
  form: FormModel;
  ports: EnginePorts;
}
type Clash = FormModel['clashes'][number];

/** Who was quicker, and when, as far as it is known. */
function titleOf({ form: { stale }, ports }: Props): string {
  const id = textOf(stale?.['updatedBy']);
  const name = id && labelOf('user', id, ports.labels);
  const moment = momentOf(stale?.['updatedAt']);
  const at = moment ? dateTimeText(moment, false) : '';
  const who = name && name !== id ? name : '他人';
  return `内容已被${who}${at && `在 ${at} `}修改，未作保存`;
}
const valueText = ({ field }: Clash, value: unknown, ports: EnginePorts): string =>
  (field.describe ? formatValue(field.describe, value, ports.labels) : textOf(value)) || EMPTY_TEXT;

/** One field that both changed: the value of each, side by side, and which one stays. */
const Choice = observer(function Choice({
  clash,
  ports,
  isTheirs,
  onChoose,
}: {
  clash: Clash;
  ports: EnginePorts;
  isTheirs: boolean;
  onChoose(theirs: boolean): void;
}) {
  const name = useId();
  const option = (theirs: boolean, whose: string, value: unknown) => (
    <label className={styles.option}>
      <input
        type="radio"
        name={name}
        checked={isTheirs === theirs}
        onChange={() => onChoose(theirs)}
      />
      <span className={styles.whose}>{whose}</span>
      <span className={styles.value}>{valueText(clash, value, ports)}</span>
    </label>
  );
  return (
    <div role="radiogroup" aria-label={clash.field.fullName} className={styles.clash}>
      <span className={styles.name}>{clash.field.fullName}</span>
      {option(false, '我的', clash.mine)}
      {option(true, '对方的', clash.theirs)}
    </div>
  );
});

/**
 * A concurrent update: says who made it and when, puts the values both changed side by side, and
 * takes over the rest without losing one's own.
 */
export const Stale = observer(function Stale({ form, ports }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [theirs, setTheirs] = useState<ReadonlySet<FieldModel>>(new Set());
  const { clashes } = form;
  useEffect(() => {
    button.current?.scrollIntoView?.({ block: 'nearest' });
    button.current?.focus();
  }, []);
  const choose = (field: FieldModel) => (isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  return (
    <div role="alert" className={`${styles.box} ${styles.stale}`}>
      <div className={styles.title}>
        <Icon name="exclamation-circle" />
        {titleOf({ form, ports })}
      </div>
      <div className={styles.words}>
        {clashes.length > 0
          ? '下面的内容你们都改了，请选择留下哪一个；其余的修改都会保留。'
          : '载入最新内容后，你的修改会保留，可以再次保存。'}
      </div>
      {clashes.map((clash) => (
        <Choice
          key={clash.field.path}
          clash={clash}
          ports={ports}
          isTheirs={theirs.has(clash.field)}
          onChoose={choose(clash.field)}
        />
      ))}
      <button
        ref={button}
        type="button"
        className={styles.adopt}
        onClick={() => form.rebaseOnLatest([...theirs])}
      >
        {clashes.length > 0 ? '按选择合并' : '载入最新内容'}
      </button>
    </div>
  );
});
