import { ADDITIONAL_PROPERTY_FLAG, TranslatableString, buttonId, canExpand, getInputProps, getSubmitButtonOptions, getTemplate, getUiOptions } from '@rjsf/utils';
import type {
  ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, BaseInputTemplateProps, DescriptionFieldProps, ErrorListProps, FieldErrorProps, FieldHelpProps, FieldTemplateProps, GridTemplateProps,
  IconButtonProps, MultiSchemaFieldTemplateProps, ObjectFieldTemplateProps, SubmitButtonProps, TemplatesType, TitleFieldProps, WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import type { CSSProperties, ReactNode } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { Icon } from './icons.tsx';
import { helpId, nativeAttributes, type InputProps } from './input-props.ts';
import { boxClass } from './inputs/text.tsx';
import styles from './field.module.css';

/** rjsf's templates in our look: used when a schema is drawn by rjsf's own Form. */

function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, hidden, displayLabel, required, rawErrors, rawHelp, help, rawDescription, description, registry, uiSchema, hideError } = props;
  if (hidden) return <div hidden>{children}</div>;
  const Wrap = getTemplate<'WrapIfAdditionalTemplate'>('WrapIfAdditionalTemplate', registry, getUiOptions(uiSchema));
  // Objects and arrays draw their own title, errors and description.
  const leaf = displayLabel || props.schema.type === 'boolean';
  const below = rawHelp ?? help ?? (leaf ? rawDescription ?? description : undefined);
  // A box carries its label beside it.
  const own = getUiOptions(uiSchema).widget === 'checkbox';
  return (
    <Wrap {...props}>
      <FieldFrame id={id} label={label} hideLabel={!leaf || own} required={required} help={typeof below === 'string' ? below : below && hasContent(below) ? below : undefined} errors={hideError ? [] : rawErrors} className={props.classNames}>{children}</FieldFrame>
    </Wrap>
  );
}
/** rjsf hands an element even when there is nothing in it. */
const hasContent = (element: { props?: unknown }): boolean => Boolean((element.props as { help?: unknown; description?: unknown } | undefined)?.help ?? (element.props as { description?: unknown } | undefined)?.description);

const TitleFieldTemplate = ({ id, title, required, optionalDataControl }: TitleFieldProps) =>
  <div id={id} className={styles.title}>{title}{required && <span className={styles.mark} aria-hidden> *</span>}{optionalDataControl}</div>;
const DescriptionFieldTemplate = ({ id, description }: DescriptionFieldProps) => (description ? <div id={id} className={styles.description}>{description}</div> : null);
const FieldHelpTemplate = ({ fieldPathId, help }: FieldHelpProps) => (help ? <div id={helpId(fieldPathId.$id)} className={styles.help}>{help}</div> : null);
/** The frame shows the sentences; this one serves objects and arrays. */
const FieldErrorTemplate = ({ errors = [] }: FieldErrorProps) => (errors.length > 0 ? <div role="alert" className={styles.error}>{errors.map((error, index) => <div key={index}>{error}</div>)}</div> : null);

function ErrorListTemplate({ errors }: ErrorListProps) {
  return <div role="alert"><strong className={styles.error}>请先更正以下内容</strong><ul className={styles.list}>{errors.map((error, index) => <li key={index}>{error.stack}</li>)}</ul></div>;
}

function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, title, description, required, properties, registry, schema, uiSchema, formData, disabled, readonly, onAddProperty, optionalDataControl } = props;
  const options = getUiOptions(uiSchema, registry.globalUiOptions);
  const Title = getTemplate<'TitleFieldTemplate'>('TitleFieldTemplate', registry, options);
  const Description = getTemplate<'DescriptionFieldTemplate'>('DescriptionFieldTemplate', registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset id={fieldPathId.$id} className={styles.group} disabled={disabled}>
      {title && <Title id={`${fieldPathId.$id}__title`} title={title} required={required} schema={schema} uiSchema={uiSchema} registry={registry} optionalDataControl={optionalDataControl} />}
      {description && <Description id={`${fieldPathId.$id}__description`} description={description} schema={schema} uiSchema={uiSchema} registry={registry} />}
      {properties.map((property) => property.content)}
      {canExpand(schema, uiSchema, formData) && <AddButton id={buttonId(fieldPathId, 'add')} onClick={onAddProperty} disabled={disabled || readonly} uiSchema={uiSchema} registry={registry} />}
    </fieldset>
  );
}
function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, items, canAdd, onAddClick, disabled, readonly, registry, schema, uiSchema, required, optionalDataControl } = props;
  const options = getUiOptions(uiSchema);
  const Title = getTemplate<'ArrayFieldTitleTemplate'>('ArrayFieldTitleTemplate', registry, options);
  const Description = getTemplate<'ArrayFieldDescriptionTemplate'>('ArrayFieldDescriptionTemplate', registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset id={fieldPathId.$id} className={styles.group} disabled={disabled}>
      <Title fieldPathId={fieldPathId} title={options.title || title} schema={schema} uiSchema={uiSchema} required={required} registry={registry} optionalDataControl={optionalDataControl} />
      <Description fieldPathId={fieldPathId} description={options.description || schema.description} schema={schema} uiSchema={uiSchema} registry={registry} />
      <div className={styles.items}>{items}</div>
      {canAdd && <AddButton id={buttonId(fieldPathId, 'add')} onClick={onAddClick} disabled={disabled || readonly} uiSchema={uiSchema} registry={registry} />}
    </fieldset>
  );
}
function ArrayFieldItemTemplate({ children, buttonsProps, hasToolbar, registry, uiSchema }: ArrayFieldItemTemplateProps) {
  const Buttons = getTemplate<'ArrayFieldItemButtonsTemplate'>('ArrayFieldItemButtonsTemplate', registry, getUiOptions(uiSchema));
  return <div className={styles.item}><div className={styles.itemBody}>{children}</div>{hasToolbar && <div className={styles.itemTools}><Buttons {...buttonsProps} /></div>}</div>;
}
/** A property the schema does not name: its key can be changed, and it can go. */
function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps) {
  const { id, label, children, schema, readonly, disabled, onKeyRenameBlur, onRemoveProperty, registry, uiSchema } = props;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <div className={props.classNames}>{children}</div>;
  const { RemoveButton } = registry.templates.ButtonTemplates;
  const keyLabel = registry.translateString(TranslatableString.KeyLabel, [label]);
  return (
    <div className={styles.pairs}>
      <FieldFrame id={`${id}-key`} label={keyLabel}><input id={`${id}-key`} className={boxClass({})} defaultValue={label} disabled={disabled} readOnly={readonly} onBlur={onKeyRenameBlur} /></FieldFrame>
      {children}
      <RemoveButton id={buttonId(id, 'remove')} disabled={disabled || readonly} onClick={onRemoveProperty} uiSchema={uiSchema} registry={registry} />
    </div>
  );
}
/** Arco's grid of 24: rows are `{}`, columns `{span}`. Any other attribute goes to the element. */
function GridTemplate({ children, column, span, style, ...rest }: GridTemplateProps & { children?: ReactNode; column?: boolean; span?: number; style?: CSSProperties }) {
  const place = column ? { gridColumn: `span ${span ?? 24}`, minWidth: 0 } : { display: 'grid', gridTemplateColumns: 'repeat(24, minmax(0, 1fr))', gap: '16px 24px' };
  return <div {...rest} style={{ ...place, ...style }}>{children}</div>;
}
const MultiSchemaFieldTemplate = ({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) => <div className={styles.group}>{selector}{optionSchemaField}</div>;

/** rjsf's own inputs (range, file and the like) go through this one. */
function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, value, type, schema, options, onChange, onChangeOverride, onBlur, onFocus } = props;
  const given = getInputProps(schema, type, options);
  return (
    <input {...nativeAttributes(props as unknown as InputProps)} {...given} className={boxClass(props)} value={value ?? ''}
      onChange={onChangeOverride ?? ((event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value))}
      onBlur={(event) => onBlur(id, event.target.value)} onFocus={(event) => onFocus(id, event.target.value)} />
  );
}
const button = (icon: string, label: string, look = '') => function ThemeButton({ id, onClick, disabled, className }: IconButtonProps) {
  const named = icon === 'plus' ? {} : { 'aria-label': label, title: label };
  return <button type="button" id={id} className={`${styles.small} ${look} ${className ?? ''}`} {...named} disabled={disabled} onClick={onClick}><Icon name={icon} />{icon === 'plus' && label}</button>;
};
function SubmitButton({ uiSchema }: SubmitButtonProps) {
  const { submitText, norender, props } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  return <div><button type="submit" {...props} className={`arco-btn arco-btn-primary arco-btn-size-default arco-btn-shape-square ${props?.className ?? ''}`}>{submitText === 'Submit' ? '提交' : submitText}</button></div>;
}

export const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> & { ButtonTemplates: TemplatesType['ButtonTemplates'] } = {
  FieldTemplate, TitleFieldTemplate, DescriptionFieldTemplate, FieldHelpTemplate, FieldErrorTemplate, ErrorListTemplate, ObjectFieldTemplate, ArrayFieldTemplate,
  ArrayFieldItemTemplate, WrapIfAdditionalTemplate, MultiSchemaFieldTemplate, GridTemplate, BaseInputTemplate,
  ButtonTemplates: {
    SubmitButton, AddButton: button('plus', '添加', styles.add), CopyButton: button('copy', '复制'), MoveDownButton: button('arrow-down', '下移'), MoveUpButton: button('arrow-up', '上移'),
    RemoveButton: button('delete', '移除', styles.danger), ClearButton: button('close', '清空'),
  },
};
