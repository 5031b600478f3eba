import { useEffect, useMemo, useRef, useState } from 'react';
import {
  checkAgain,
  CodeArea,
  formulaLanguage,
  insertHere,
  storedFormula,
  readFormula,
  displayFormula,
  sampleResult,
  type CodeAreaProps,
  type FormulaReading,
  type FormulaContext,
} from '../../src/studio/code/index.ts';
import { asValue } from '../../src/runtime/models/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import { FieldFrame, useFocusTarget } from '../../src/ui/inputs/index.ts';
import type { FormulaProps } from './index.ts';
import { Trial } from './Trial.tsx';
import { useWorld } from './use-formula-scope.ts';
import styles from './View.module.css';

/**
 * The text being typed beside the stored value. A new value from outside, or a new label of a
 * field, replaces it; the user's own wording stays.
 */
function useFormulaText(
  kept: string,
  world: FormulaContext,
  write: (kept: string) => void,
): [string, (shown: string) => void] {
  const [text, setText] = useState(() => displayFormula(kept, world));
  const [seen, setSeen] = useState({ kept, world });
  if (seen.kept !== kept || seen.world !== world) {
    setSeen({ kept, world });
    const own = text !== displayFormula(seen.kept, seen.world);
    if (!own || storedFormula(text, world) !== kept) setText(displayFormula(kept, world));
  }
  const type = (shown: string): void => {
    const next = storedFormula(shown, world);
    setText(shown);
    setSeen({ kept: next, world });
    write(next);
  };
  return [text, type];
}

/** The one line under the editor: what is wrong, or what the formula says. */
function Meaning({ id, reading }: { id: string; reading: FormulaReading }) {
  const [fault] = reading.faults;
  return (
    <div id={id} className={styles.meaning} aria-live="polite">
      {fault ? (
        <span className={styles.fault}>{fault.message}</span>
      ) : (
        reading.sentence && <span className={styles.sentence}>{reading.sentence}</span>
      )}
      {reading.type && <span className={styles.type}>结果：{reading.type}</span>}
    </div>
  );
}
/** Milliseconds after the last key before the line under the editor calls a text wrong. */
const SPEAK_MS = 400;
function useReading(text: string, world: FormulaContext): FormulaReading {
  const now = useMemo(() => readFormula(text, world), [text, world]);
  const [told, setTold] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setTold(now), now.faults.length > 0 ? SPEAK_MS : 0);
    return () => clearTimeout(timer);
  }, [now]);
  return told;
}

/** Emits the meaning and result of the formula; the same result is not emitted again. */
function useTold(
  node: NodeHandle<FormulaProps>,
  { faults: [fault], sentence, type, ast, reads }: FormulaReading,
): void {
  const emitsRead = node.handles('read');
  const { sample } = node.props;
  const value =
    emitsRead && ast && !fault
      ? sampleResult(ast, reads, isRecord(sample) ? sample : {}, node.ports.now())
      : '';
  const result = JSON.stringify({ fault: fault?.message ?? '', sentence, type, value });
  useEffect(() => {
    if (emitsRead) void node.emit('read', JSON.parse(result));
  }, [emitsRead, result, node]);
}

/** What the field says for itself, where the page says nothing. */
function useWords(node: NodeHandle<FormulaProps>) {
  const bound = asValue(node.bound);
  const field = bound.kind === 'field' ? bound : null;
  const { label, help, placeholder } = node.props;
  return {
    bound,
    field,
    label: textOf(label) || field?.label || '公式',
    help: textOf(help) || field?.help || '',
    placeholder: textOf(placeholder) || field?.placeholder || '',
    errors: field?.errors ?? [],
  };
}

/** Formula editor: shows fields by their labels, stores their real names. */
export default function FormulaEditorView({ node }: WidgetViewProps<FormulaProps>) {
  const { bound, field, label, help, placeholder, errors } = useWords(node);
  const { props, state, ports } = node;
  const world = useWorld(props, ports);
  const id = node.domId('input');
  const editor: CodeAreaProps['view'] = useRef(null);
  const write = (kept: string): void => {
    bound.set(kept === '' ? undefined : kept);
    if (node.handles('change')) void node.emit('change', { value: kept === '' ? null : kept });
  };
  const [text, type] = useFormulaText(textOf(bound.value), world, write);
  const reading = useReading(text, world);
  useTold(node, reading);
  const names = useStable(() => world);
  const extensions = useMemo(() => formulaLanguage(names), [names]);
  useEffect(() => {
    if (editor.current) checkAgain(editor.current);
  }, [world]);
  const [trying, setTrying] = useState(false);
  useFocusTarget(field, id);
  const locked = state.readonly || state.disabled;
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel={props.hideLabel === true}
      required={state.required}
      help={help}
      errors={errors}
    >
      <CodeArea
        id={id}
        label={label}
        describedBy={node.domId('meaning')}
        view={editor}
        value={text}
        onChange={type}
        onBlur={() => field?.touch()}
        extensions={extensions}
        readonly={locked}
        required={state.required}
        invalid={errors.length > 0}
        placeholder={placeholder}
        minHeight="56px"
        maxHeight="240px"
      />
      <Meaning id={node.domId('meaning')} reading={reading} />
      {!locked && (
        <div className={styles.tools}>
          <button
            type="button"
            className={chrome.link}
            onClick={() => {
              if (editor.current) insertHere(editor.current);
            }}
          >
            插入字段或函数
          </button>
          {props.trial !== false && text.trim() !== '' && (
            <button
              type="button"
              className={chrome.link}
              aria-expanded={trying}
              aria-controls={node.domId('trial')}
              onClick={() => setTrying(!trying)}
            >
              试算
            </button>
          )}
        </div>
      )}
      {trying && text.trim() !== '' && (
        <Trial id={node.domId('trial')} reading={reading} sample={props.sample} ports={ports} />
      )}
    </FieldFrame>
  );
}
