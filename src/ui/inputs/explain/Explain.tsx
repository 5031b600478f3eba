import { lazy, Suspense, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import {
  isExplainable,
  questionOf,
  type FieldModel,
  type Question,
} from '../../../runtime/models/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { Icon } from '../../icons/icons.tsx';
import iconButton from '../../icons/icon-button.module.css';
import { FloatingPanel } from '../../overlay/FloatingPanel.tsx';
import styles from './explain.module.css';

const Explanation = lazy(async () => ({
  default: (await import('./Explanation.tsx')).Explanation,
}));
/** Pixels of the panel. */
const WIDTH = 420;
const HEIGHT = 360;

const keep = (event: { stopPropagation(): void }) => event.stopPropagation();
/** What is done at the button and in the panel is not meant for the row or cell around it. */
const APART = { onPointerDown: keep, onMouseDown: keep, onDoubleClick: keep } as const;

interface PanelProps {
  question: Question;
  anchor: RefObject<HTMLButtonElement | null>;
  ports: EnginePorts;
  onClose(): void;
}
const Panel = ({ question, anchor, ports, onClose }: PanelProps) => (
  <span className={styles.apart} {...APART} onClick={keep} onKeyDown={keep}>
    <FloatingPanel
      anchor={anchor}
      title={`怎么算的：${question.label}`}
      width={WIDTH}
      height={HEIGHT}
      onClose={onClose}
    >
      <Suspense fallback={null}>
        <Explanation first={question} ports={ports} />
      </Suspense>
    </FloatingPanel>
  </span>
);

interface ButtonProps {
  label: string;
  /** Made when it is pressed. */
  ask(): Question;
  ports: EnginePorts;
  /** A grid moves its focus by itself. */
  inGrid?: boolean;
}
/** A button that says how a value came about, in a panel beside it: a whole page on a phone. */
export function ExplainButton({ label, ask, ports, inGrid = false }: ButtonProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={iconButton.small}
        aria-label={`怎么算的：${label}`}
        aria-haspopup="dialog"
        aria-expanded={question !== null}
        tabIndex={inGrid ? -1 : undefined}
        data-cell-key={inGrid ? '' : undefined}
        title={inGrid ? '怎么算的　F2' : '怎么算的'}
        data-noprint
        {...APART}
        onClick={(event) => {
          keep(event);
          setQuestion(question ? null : ask());
        }}
      >
        <Icon name="formula" />
      </button>
      {question && (
        <Panel
          question={question}
          anchor={anchor}
          ports={ports}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

/** The button of a field whose value is computed; nothing for any other field. */
export function explainButtonOf(field: FieldModel, ports: EnginePorts): ReactNode {
  // Without a signed-in person no record is read, and rows of a form have no values of others.
  if (!isExplainable(field) || !ports.person()) return null;
  return <ExplainButton label={field.fullName} ask={() => questionOf(field)} ports={ports} />;
}
