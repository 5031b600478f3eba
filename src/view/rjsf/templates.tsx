import { RichDescription, RichHelp } from '@rjsf/core';
import {
  ADDITIONAL_PROPERTY_FLAG,
  TranslatableString,
  buttonId,
  canExpand,
  descriptionId,
  getInputProps,
  getSubmitButtonOptions,
  getTemplate,
  getUiOptions,
} from '@rjsf/utils';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  BaseInputTemplateProps,
  DescriptionFieldProps,
  ErrorListProps,
  FieldErrorProps,
  FieldHelpProps,
  FieldTemplateProps,
  IconButtonProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  OptionalDataControlsTemplateProps,
  SubmitButtonProps,
  TemplatesType,
  TitleFieldProps,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  FieldFrame,
  helpId,
  nativeAttributes,
  type InputProps,
  boxClass,
} from '../../ui/inputs/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { GridTemplate } from './grid-template.tsx';
import styles from '../../ui/inputs/field.module.css';
import rich from './rjsf.module.css';

/** rjsf's templates in our look: used when a schema is drawn by rjsf's own Form. */

function FieldTemplate(props: FieldTemplateProps) {
  const {
    id,
    label,
    children,
    hidden,
    displayLabel,
    required,
    rawErrors,
    rawHelp,
    rawDescription,
    registry,
    uiSchema,
    hideError,
  } = props;
  if (hidden) return <div hidden>{children}</div>;
  const Wrap = getTemplate<'WrapIfAdditionalTemplate'>(
    'WrapIfAdditionalTemplate',
    registry,
    getUiOptions(uiSchema),
  );
  // Objects and arrays draw their own title, errors and description.
  const leaf = displayLabel || props.schema.type === 'boolean';
  // A box carries its label beside it.
  const own = getUiOptions(uiSchema).widget === 'checkbox';
  const described = leaf && Boolean(rawDescription);
  const below = (described || Boolean(rawHelp)) && (
    <>
      {described && (
        <div id={descriptionId(id)} className={rich.description}>
          <RichDescription description={rawDescription!} registry={registry} uiSchema={uiSchema} />
        </div>
      )}
      {rawHelp && (
        <div className={rich.description}>
          <RichHelp help={rawHelp} registry={registry} uiSchema={uiSchema} />
        </div>
      )}
    </>
  );
  return (
    <Wrap {...props}>
      <FieldFrame
        id={id}
        label={label}
        hideLabel={!leaf || own}
        required={required}
        help={below || undefined}
        errors={hideError ? [] : rawErrors}
        className={props.classNames}
      >
        {children}
      </FieldFrame>
    </Wrap>
  );
}

const TitleFieldTemplate = ({ id, title, required, optionalDataControl }: TitleFieldProps) => (
  <div id={id} className={styles.title}>
    {title}
    {required && (
      <span className={styles.mark} aria-hidden>
        {' '}
        *
      </span>
    )}
    {optionalDataControl}
  </div>
);
const DescriptionFieldTemplate = ({ id, description, registry, uiSchema }: DescriptionFieldProps) =>
  description ? (
    <div id={id} className={rich.description}>
      <RichDescription description={description} registry={registry} uiSchema={uiSchema} />
    </div>
  ) : null;
const FieldHelpTemplate = ({ fieldPathId, help, registry, uiSchema }: FieldHelpProps) =>
  help ? (
    <div id={helpId(fieldPathId.$id)} className={styles.help}>
      <RichHelp help={help} registry={registry} uiSchema={uiSchema} />
    </div>
  ) : null;
/** The frame shows the sentences; this one serves objects and arrays. */
const FieldErrorTemplate = ({ errors = [] }: FieldErrorProps) =>
  errors.length > 0 ? (
    <div role="alert" className={styles.error}>
      {errors.map((error, index) => (
        <div key={index}>{error}</div>
      ))}
    </div>
  ) : null;

function ErrorListTemplate({ errors }: ErrorListProps) {
  return (
    <div role="alert">
      <strong className={styles.error}>请先更正以下内容</strong>
      <ul className={styles.list}>
        {errors.map((error, index) => (
          <li key={index}>{error.stack}</li>
        ))}
      </ul>
    </div>
  );
}

function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const {
    fieldPathId,
    title,
    description,
    required,
    properties,
    registry,
    schema,
    uiSchema,
    formData,
    disabled,
    readonly,
    onAddProperty,
    optionalDataControl,
  } = props;
  const options = getUiOptions(uiSchema, registry.globalUiOptions);
  const Title = getTemplate<'TitleFieldTemplate'>('TitleFieldTemplate', registry, options);
  const Description = getTemplate<'DescriptionFieldTemplate'>(
    'DescriptionFieldTemplate',
    registry,
    options,
  );
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset id={fieldPathId.$id} className={styles.group} disabled={disabled}>
      {title && (
        <Title
          id={`${fieldPathId.$id}__title`}
          title={title}
          required={required}
          schema={schema}
          uiSchema={uiSchema}
          registry={registry}
          optionalDataControl={optionalDataControl}
        />
      )}
      {description && (
        <Description
          id={`${fieldPathId.$id}__description`}
          description={description}
          schema={schema}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
      {properties.map((property) => property.content)}
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          onClick={onAddProperty}
          disabled={disabled || readonly}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
    </fieldset>
  );
}
function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const {
    fieldPathId,
    title,
    items,
    canAdd,
    onAddClick,
    disabled,
    readonly,
    registry,
    schema,
    uiSchema,
    required,
    optionalDataControl,
  } = props;
  const options = getUiOptions(uiSchema);
  const Title = getTemplate<'ArrayFieldTitleTemplate'>(
    'ArrayFieldTitleTemplate',
    registry,
    options,
  );
  const Description = getTemplate<'ArrayFieldDescriptionTemplate'>(
    'ArrayFieldDescriptionTemplate',
    registry,
    options,
  );
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset id={fieldPathId.$id} className={styles.group} disabled={disabled}>
      <Title
        fieldPathId={fieldPathId}
        title={options.title || title}
        schema={schema}
        uiSchema={uiSchema}
        required={required}
        registry={registry}
        optionalDataControl={optionalDataControl}
      />
      <Description
        fieldPathId={fieldPathId}
        description={options.description || schema.description}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
      />
      <div className={styles.items}>{items}</div>
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          onClick={onAddClick}
          disabled={disabled || readonly}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
    </fieldset>
  );
}
function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  hasToolbar,
  registry,
  uiSchema,
}: ArrayFieldItemTemplateProps) {
  const Buttons = getTemplate<'ArrayFieldItemButtonsTemplate'>(
    'ArrayFieldItemButtonsTemplate',
    registry,
    getUiOptions(uiSchema),
  );
  return (
    <div className={styles.item}>
      <div className={styles.itemBody}>{children}</div>
      {hasToolbar && (
        <div className={styles.itemTools}>
          <Buttons {...buttonsProps} />
        </div>
      )}
    </div>
  );
}
/** A property the schema does not name: its key can be changed, and it can go. */
function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps) {
  const {
    id,
    label,
    children,
    schema,
    readonly,
    disabled,
    onKeyRenameBlur,
    onRemoveProperty,
    registry,
    uiSchema,
  } = props;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema))
    return <div className={props.classNames}>{children}</div>;
  const { RemoveButton } = registry.templates.ButtonTemplates;
  const keyLabel = registry.translateString(TranslatableString.KeyLabel, [label]);
  return (
    <div className={styles.pairs}>
      <FieldFrame id={`${id}-key`} label={keyLabel}>
        <input
          id={`${id}-key`}
          className={boxClass({})}
          defaultValue={label}
          disabled={disabled}
          readOnly={readonly}
          onBlur={onKeyRenameBlur}
        />
      </FieldFrame>
      {children}
      <RemoveButton
        id={buttonId(id, 'remove')}
        disabled={disabled || readonly}
        onClick={onRemoveProperty}
        uiSchema={uiSchema}
        registry={registry}
      />
    </div>
  );
}
/** Whether an optional part is filled in: a button that says what it does. */
function OptionalDataControlsTemplate({
  id,
  label,
  onAddClick,
  onRemoveClick,
}: OptionalDataControlsTemplateProps) {
  const press = onAddClick ?? onRemoveClick;
  if (!press)
    return (
      <span id={id} className={styles.description}>
        {label}
      </span>
    );
  return (
    <button
      type="button"
      id={id}
      className={`${styles.small} ${onAddClick ? styles.add : styles.danger}`}
      onClick={press}
    >
      <Icon name={onAddClick ? 'plus' : 'delete'} />
      {label}
    </button>
  );
}
/**
 * The label above belongs to the field that was chosen: the choice itself has no label on the
 * screen and says its name.
 */
const named = (selector: ReactNode): ReactNode =>
  isValidElement(selector)
    ? cloneElement(selector as ReactElement<InputProps>, { hideLabel: true })
    : selector;
const MultiSchemaFieldTemplate = ({
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps) => (
  <div className={styles.group}>
    {named(selector)}
    {optionSchemaField}
  </div>
);

/** rjsf's own inputs that have none of ours go through this one. */
function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, value, type, schema, options, onChange, onChangeOverride, onBlur, onFocus } = props;
  const given = getInputProps(schema, type, options);
  return (
    <input
      {...nativeAttributes(props as unknown as InputProps)}
      {...given}
      className={boxClass(props)}
      value={value ?? ''}
      onChange={
        onChangeOverride ??
        ((event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value))
      }
      onBlur={(event) => onBlur(id, event.target.value)}
      onFocus={(event) => onFocus(id, event.target.value)}
    />
  );
}
const button = (icon: string, label: string, look = '') =>
  function ThemeButton({ id, onClick, disabled, className }: IconButtonProps) {
    const named = icon === 'plus' ? {} : { 'aria-label': label, title: label };
    return (
      <button
        type="button"
        id={id}
        className={`${styles.small} ${look} ${className ?? ''}`}
        {...named}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon name={icon} />
        {icon === 'plus' && label}
      </button>
    );
  };
function SubmitButton({ uiSchema }: SubmitButtonProps) {
  const { submitText, norender, props } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  return (
    <div>
      <button type="submit" {...props} className={`${rich.submit} ${props?.className ?? ''}`}>
        {submitText === 'Submit' ? '提交' : submitText}
      </button>
    </div>
  );
}

export const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> & {
  ButtonTemplates: TemplatesType['ButtonTemplates'];
} = {
  FieldTemplate,
  TitleFieldTemplate,
  DescriptionFieldTemplate,
  FieldHelpTemplate,
  FieldErrorTemplate,
  ErrorListTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  WrapIfAdditionalTemplate,
  MultiSchemaFieldTemplate,
  GridTemplate,
  OptionalDataControlsTemplate,
  BaseInputTemplate,
  ButtonTemplates: {
    SubmitButton,
    AddButton: button('plus', '添加', styles.add),
    CopyButton: button('copy', '复制'),
    MoveDownButton: button('arrow-down', '下移'),
    MoveUpButton: button('arrow-up', '上移'),
    RemoveButton: button('delete', '移除', styles.danger),
    ClearButton: button('close', '清空'),
  },
};
