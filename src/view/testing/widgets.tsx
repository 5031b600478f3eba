import { Type } from 'typebox';
import type { ReactNode } from 'react';
import { asField, asForm, asList, type FieldModel } from '../../runtime/models/index.ts';
import {
  defineWidget,
  type NodeHandle,
  type WidgetDefinition,
  type WidgetViewProps,
} from '../kit/types.ts';

/**
 * Bare widgets for the engine's own tests: native elements, one idea each. `renders` counts by node
 * id.
 */
export const renders = new Map<string, number>();
const note = (node: NodeHandle<unknown>): void =>
  void renders.set(node.id, (renders.get(node.id) ?? 0) + 1);

function widget(
  type: string,
  View: (props: WidgetViewProps) => ReactNode,
  more: Partial<WidgetDefinition> = {},
): WidgetDefinition {
  return defineWidget({
    type,
    version: 1,
    title: type,
    category: 'layout',
    props: Type.Object({}),
    view: () => Promise.resolve({ default: View }),
    ...more,
  });
}

function Box({ node }: WidgetViewProps): ReactNode {
  note(node);
  return <div>{node.slot('default')}</div>;
}
function Text({ node }: WidgetViewProps<{ text: unknown }>): ReactNode {
  note(node);
  return <p>{String(node.props.text)}</p>;
}
const targetOf =
  (field: FieldModel) =>
  (input: HTMLInputElement | null): void => {
    field.focusTarget = input;
  };
function Field({ node }: WidgetViewProps): ReactNode {
  note(node);
  const field = asField(node.bound);
  return (
    <div>
      <label htmlFor={node.domId()}>
        {field.label}
        {node.state.required ? ' *' : ''}
      </label>
      <input
        id={node.domId()}
        value={String(field.value ?? '')}
        readOnly={node.state.readonly}
        disabled={node.state.disabled}
        ref={targetOf(field)}
        onBlur={() => field.touch()}
        onChange={(event) =>
          field.set(
            field.schema.type === 'number' && event.target.value !== ''
              ? Number(event.target.value)
              : event.target.value,
          )
        }
      />
      {field.errors.map((text) => (
        <em key={text}>{text}</em>
      ))}
    </div>
  );
}
function Button({ node }: WidgetViewProps<{ text: string }>): ReactNode {
  note(node);
  return (
    <button type="button" onClick={() => void node.emit('click', { from: node.id })}>
      {node.props.text}
    </button>
  );
}
function Rows({ node }: WidgetViewProps): ReactNode {
  note(node);
  return (
    <ul>
      {asField(node.bound).rows.map((row, index) => (
        <li key={row.key}>{node.slot('item', { value: row, key: row.key, index })}</li>
      ))}
    </ul>
  );
}
function Repeat({ node }: WidgetViewProps<{ items: readonly { id: string }[] | null }>): ReactNode {
  note(node);
  return (
    <ul>
      {(node.props.items ?? []).map((value, index) => (
        <li key={value.id}>{node.slot('item', { value, key: value.id, index })}</li>
      ))}
    </ul>
  );
}
function Table({ node }: WidgetViewProps): ReactNode {
  note(node);
  const list = asList(node.bound);
  if (list.failure) return <p>{list.failure.message}</p>;
  return (
    <ul>
      {list.records.map((record) => (
        <li key={String(record['id'])}>{String(record['name'])}</li>
      ))}
    </ul>
  );
}
function FormBox({ node }: WidgetViewProps): ReactNode {
  note(node);
  const form = asForm(node.bound);
  return (
    <form aria-label={form.describe?.label ?? 'form'}>
      {form.failing.length > 0 ? <p>{`有 ${form.failing.length} 处需要修改`}</p> : null}
      {node.slot('default')}
    </form>
  );
}
function Broken(): ReactNode {
  throw new Error('画不出来');
}

const anyProps = Type.Object({
  text: Type.Optional(Type.Unknown({ default: '' })),
  items: Type.Optional(Type.Unknown()),
});
export const testWidgets: readonly WidgetDefinition[] = [
  widget('box', Box),
  widget('text', Text, { props: anyProps }),
  widget('field', Field),
  widget('button', Button, { props: anyProps }),
  widget('rows', Rows),
  widget('repeat', Repeat, { props: anyProps }),
  widget('table', Table),
  widget('form', FormBox),
  widget('broken', Broken),
];
export { widget as testWidget };
