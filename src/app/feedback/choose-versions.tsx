import { useId, useState, type KeyboardEvent } from 'react';
import { Button, Modal } from '@arco-design/web-react';
import type { VersionAsk, VersionChoice } from '../../runtime/ports/index.ts';
import './choose-versions.css';

interface ChoiceProps {
  choice: VersionChoice;
  isTheirs: boolean;
  onChoose(theirs: boolean): void;
}

interface VersionProps {
  /** Of the group of radio buttons. */
  name: string;
  whose: string;
  value: string;
  isChosen: boolean;
  onChoose(): void;
}
const Version = ({ name, whose, value, isChosen, onChoose }: VersionProps) => (
  <label className={`hz-version ${isChosen ? 'hz-version-chosen' : ''}`}>
    <span className="hz-version-whose">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {whose}
    </span>
    <span className="hz-version-value">{value}</span>
  </label>
);

/** One field that both changed: each value beside the other, what it was, and which one stays. */
function Choice({ choice, isTheirs, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={choice.label} className="hz-versions-field">
      <div className="hz-versions-name">
        {choice.label}
        {choice.base !== null && <span className="hz-versions-base">原来：{choice.base}</span>}
      </div>
      <div className="hz-versions-sides">
        <Version
          name={name}
          whose="我的"
          value={choice.mine}
          isChosen={!isTheirs}
          onChoose={() => onChoose(false)}
        />
        <Version
          name={name}
          whose={choice.who}
          value={choice.theirs}
          isChosen={isTheirs}
          onChoose={() => onChoose(true)}
        />
      </div>
    </div>
  );
}

interface VersionsProps {
  ask: VersionAsk;
  onChange(theirs: readonly string[]): void;
  onDone(): void;
}
function Versions({ ask: { text, choices }, onChange, onDone }: VersionsProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (next: ReadonlySet<string>) => {
    setTheirs(next);
    onChange([...next]);
  };
  const one = (key: string, isTheirs: boolean) =>
    choose(new Set([...theirs].filter((each) => each !== key).concat(isTheirs ? key : [])));
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone();
  };
  return (
    <div className="hz-versions" onKeyDown={keys}>
      <p className="hz-versions-text">{text}</p>
      {choices.length > 1 && (
        <div className="hz-versions-all">
          <Button size="small" onClick={() => choose(new Set())}>
            全部用我的
          </Button>
          <Button size="small" onClick={() => choose(new Set(choices.map(({ key }) => key)))}>
            全部用对方的
          </Button>
        </div>
      )}
      {choices.map((choice) => (
        <Choice
          key={choice.key}
          choice={choice}
          isTheirs={theirs.has(choice.key)}
          onChoose={(isTheirs) => one(choice.key, isTheirs)}
        />
      ))}
    </div>
  );
}

/** Asks field by field which version stays; null when it is closed without an answer. */
export function chooseVersions(ask: VersionAsk): Promise<readonly string[] | null> {
  return new Promise((resolve) => {
    let theirs: readonly string[] = [];
    let answer: readonly string[] | null = null;
    const done = () => {
      answer = theirs;
    };
    const dialog = Modal.confirm({
      className: 'hz-versions-dialog',
      icon: null,
      title: ask.title,
      content: (
        <Versions
          ask={ask}
          onChange={(keys) => {
            theirs = keys;
          }}
          onDone={() => {
            done();
            dialog.close();
          }}
        />
      ),
      okText: ask.ok,
      cancelText: '继续编辑',
      maskClosable: false,
      onOk: done,
      afterClose: () => resolve(answer),
    });
  });
}
