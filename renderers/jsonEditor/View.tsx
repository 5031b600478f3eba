import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  CodeArea,
  jsonCommands,
  jsonLanguage,
  type CodeAreaProps,
  type JsonProblem,
  type JsonContext,
} from '../../src/studio/code/index.ts';
import { bindKind, type FieldModel } from '../../src/runtime/models/index.ts';
import { HiddenContext, useStable } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { IconButton } from '../../src/ui/parts/index.ts';
import { lengthOf, numberOf, recordsOf, textOf } from '../../src/values/index.ts';
import { FieldFrame } from '../../src/ui/inputs/index.ts';
import type { JsonEditorProps } from './index.ts';
import { schemaOf, useKind } from './use-kind.ts';
import { useJsonText } from './use-text.ts';
import styles from './View.module.css';

/** Characters a text has when the page says none: a page document may be this long. */
const MOST = 500_000;
type Editor = CodeAreaProps['view'];

const problemsOf = (given: unknown): JsonProblem[] =>
  recordsOf(given).map((each): JsonProblem => ({
    path: textOf(each['path']),
    msg: textOf(each['msg']) || '内容有误',
    severity: each['severity'] === 'warning' ? 'warning' : 'error',
  }));

/** Ports of the language service; the editor is checked again when their results change. */
function useJsonWorld(node: NodeHandle<JsonEditorProps>, editor: Editor): [JsonContext, number] {
  const { props, ports } = node;
  const kind = useKind(textOf(props.kind), ports);
  const [count, setCount] = useState(0);
  const schema = schemaOf(props.schema, kind);
  const given = problemsOf(props.problems);
  const current = {
    schema: useStable(() => schema),
    problems: useStable((value: unknown) => [...(kind?.problems(value) ?? []), ...given]),
    checked: useStable((found: number) => {
      setCount(found);
      if (node.handles('check')) void node.emit('check', { problems: found });
    }),
    limit: useStable(() => numberOf(props.maxLength, MOST)),
    refused: useStable(() =>
      ports.toast('warning', `内容太长，最多 ${numberOf(props.maxLength, MOST)} 个字符`),
    ),
  };
  const [world] = useState<JsonContext>(current);
  const key = JSON.stringify(given);
  useEffect(() => {
    if (editor.current) jsonCommands.check(editor.current);
  }, [editor, kind, schema, key]);
  return [world, count];
}

function Tools({
  node,
  editor,
  locked,
  count,
}: {
  node: NodeHandle<JsonEditorProps>;
  editor: Editor;
  locked: boolean;
  count: number;
}) {
  const run = (command: (view: NonNullable<Editor['current']>) => boolean) => () => {
    if (editor.current) command(editor.current);
  };
  const format = () => {
    if (editor.current && !jsonCommands.format(editor.current))
      node.ports.toast('warning', '先改正 JSON 的写法，再整理');
  };
  return (
    <div role="toolbar" aria-label="编辑工具" className={styles.tools}>
      {!locked && (
        <>
          <IconButton label="撤销" icon="undo" onClick={run(jsonCommands.undo)} />
          <IconButton label="重做" icon="redo" onClick={run(jsonCommands.redo)} />
        </>
      )}
      {!locked && (
        <button type="button" className={styles.tool} onClick={format}>
          整理
        </button>
      )}
      <button type="button" className={styles.tool} onClick={run(jsonCommands.find)}>
        查找
      </button>
      <button type="button" className={styles.tool} onClick={run(jsonCommands.foldAll)}>
        折叠
      </button>
      <button type="button" className={styles.tool} onClick={run(jsonCommands.unfoldAll)}>
        展开
      </button>
      <span className={styles.state} role="status">
        {count > 0 ? (
          <button
            type="button"
            className={styles.bad}
            onClick={run(jsonCommands.nextProblem)}
          >{`${count} 个问题`}</button>
        ) : (
          '没有问题'
        )}
      </span>
    </div>
  );
}

function useFocus(field: FieldModel | null, editor: Editor): void {
  const hidden = useContext(HiddenContext);
  useLayoutEffect(() => {
    if (!field || hidden) return undefined;
    const target = { focus: () => editor.current?.focus() };
    field.focusTarget = target;
    return () => {
      if (field.focusTarget === target) field.focusTarget = null;
    };
  }, [field, editor, hidden]);
}

/** JSON to read and write: what a schema knows is offered, what is wrong is shown at its place. */
export default function JsonEditorView({ node }: WidgetViewProps<JsonEditorProps>) {
  const { props, state } = node;
  const editor: Editor = useRef(null);
  const { text, change, fixed } = useJsonText(node);
  const [world, count] = useJsonWorld(node, editor);
  const extensions = useMemo(() => jsonLanguage(world), [world]);
  const field = bindKind(node.bound) === 'field' ? (node.bound as FieldModel) : null;
  useFocus(field, editor);
  const at = textOf(props.at);
  const isThere = text !== '';
  useEffect(() => {
    if (editor.current && at && isThere) jsonCommands.show(editor.current, at);
  }, [at, isThere]);
  const id = node.domId('input');
  const label = textOf(props.label) || field?.label || 'JSON';
  const locked = fixed || state.readonly || state.disabled;
  const errors = field?.errors ?? [];
  const height = props.fill === true ? '100%' : (lengthOf(props.height) ?? '400px');
  return (
    <FieldFrame
      id={id}
      label={label}
      hideLabel={props.hideLabel === true}
      required={state.required}
      help={textOf(props.help) || field?.help}
      errors={errors}
      className={props.fill === true ? styles.fill! : ''}
    >
      <div className={styles.editor} style={{ height }}>
        <Tools node={node} editor={editor} locked={locked} count={count} />
        <CodeArea
          id={id}
          label={label}
          view={editor}
          value={text}
          onChange={change}
          onBlur={() => field?.touch()}
          extensions={extensions}
          readonly={locked}
          required={state.required}
          invalid={errors.length > 0}
        />
      </div>
    </FieldFrame>
  );
}
