import { withTheme, type FormProps, type IChangeEvent } from '@rjsf/core';
import { toPath, type RJSFSchema, type RJSFValidationError, type UiSchema } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { equalData } from '../../src/runtime/models/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  arcoTheme,
  checkerValidator,
  faultCount,
  schemaFormRefusals,
} from '../../src/view/rjsf/index.ts';
import type { SchemaFormProps } from './index.ts';
import styles from './View.module.css';

const Form = withTheme(arcoTheme);
const NOTHING: UiSchema = {};
/** Most reasons shown of a schema that cannot be drawn. */
const MAX_SHOWN = 5;

/** The value as it was, when an equal one was computed again: rjsf takes another object for a change. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value || equalData(kept, value)) return kept;
  setKept(value);
  return value;
}

/** Brings the person to the field of the first fault. */
const focusOn =
  (prefix: string) =>
  ({ property = '' }: RJSFValidationError): void => {
    const id = [prefix, ...toPath(property)].join('_');
    const field = document.getElementById(id);
    const input = field?.matches('input, textarea, button, select, [tabindex]')
      ? field
      : field?.querySelector<HTMLElement>('input, textarea, button, select');
    input?.focus();
  };

interface DrawnProps {
  node: NodeHandle<SchemaFormProps>;
  schema: RJSFSchema;
  uiSchema: UiSchema;
}
const Drawn = observer(function Drawn({ node, schema, uiSchema }: DrawnProps) {
  const bound = valueOf(node.bound);
  const [tried, setTried] = useState(false);
  const prefix = node.domId('form');
  const submitText = textOf(node.props.submitText);
  const { disabled, readonly } = node.state;
  const change = ({ formData }: IChangeEvent): void => {
    bound?.set(formData ?? null);
    if (node.handles('change'))
      void node.emit('change', {
        value: formData ?? null,
        problems: faultCount(formData, schema),
      });
  };
  const more: Partial<FormProps> = tried ? { liveValidate: 'onChange' } : {};
  const shown = useMemo(
    () => ({
      ...uiSchema,
      'ui:submitButtonOptions': {
        submitText,
        norender: submitText === '' || readonly,
        props: { disabled: disabled || node.busy },
      },
    }),
    [uiSchema, submitText, readonly, disabled, node.busy],
  );
  return (
    <Form
      schema={schema}
      uiSchema={shown}
      validator={checkerValidator}
      formData={bound?.value ?? undefined}
      formContext={{ ports: node.ports }}
      idPrefix={prefix}
      tagName={submitText ? 'form' : 'div'}
      className={styles.form!}
      noHtml5Validate
      disabled={disabled}
      readonly={readonly}
      focusOnFirstError={focusOn(prefix)}
      onChange={change}
      onSubmit={({ formData }) => void node.emit('submit', { value: formData ?? null })}
      onError={() => setTried(true)}
      {...more}
    />
  );
});

function Refused({ refusals }: { refusals: readonly string[] }) {
  return (
    <div role="alert" className={styles.refused}>
      这个 schema 画不成表单
      <ul>
        {refusals.slice(0, MAX_SHOWN).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** A form of any JSON Schema, drawn by rjsf: for values that are not the record of an object. */
export default function SchemaFormView({ node }: WidgetViewProps<SchemaFormProps>) {
  const schema = useSame(node.props.schema);
  const uiSchema = useSame(node.props.uiSchema ?? NOTHING);
  const refusals = useMemo(() => schemaFormRefusals(schema, uiSchema), [schema, uiSchema]);
  const label = textOf(node.props.label);
  if (!isRecord(schema) || schema === null) return <p className={styles.none}>没有给出 schema</p>;
  if (refusals.length > 0) return <Refused refusals={refusals} />;
  return (
    <div role="group" aria-label={label} className={styles.root}>
      <Drawn node={node} schema={schema as RJSFSchema} uiSchema={uiSchema as UiSchema} />
    </div>
  );
}
