import { useRef, type ClipboardEvent } from 'react';
import { MAX_FILES_PER_FIELD } from '../../contract/index.ts';
import { attachmentsOf } from '../../values/index.ts';
import {
  ariaPropsOf,
  isFailing,
  labelId,
  portsOf,
  type InputProps,
} from '../fields/input-props.ts';
import { useFileDrop } from './file-zone.tsx';
import { useUploads, type UploadRules } from './use-uploads.ts';

/** Files of a field: what is stored, what is being sent, and how more are taken. */
export function useFileField(props: InputProps, rules: Pick<UploadRules, 'unit' | 'refuse'>) {
  const chooser = useRef<HTMLInputElement>(null);
  const files = attachmentsOf(props.value);
  const ports = portsOf(props);
  const locked = !!(props.disabled || props.readonly);
  const most = typeof props.options.max === 'number' ? props.options.max : MAX_FILES_PER_FIELD;
  const uploads = useUploads(props, files, { ...rules, most });
  const drop = useFileDrop(!locked, (list) => uploads.add([...list]));
  const full = files.length + uploads.running.length >= most;
  return { props, files, ports, locked, most, uploads, full, chooser, drop };
}
export type FileField = ReturnType<typeof useFileField>;

interface ZoneStyles {
  readonly [name: string]: string | undefined;
}
/** The zone around the files: takes drops and pastes, marks itself while files are over it. */
export function zoneProps({ props, drop }: FileField, { zone, over, failing }: ZoneStyles) {
  return {
    role: 'group',
    'aria-labelledby': props.hideLabel ? undefined : labelId(props.id),
    'aria-label': props.hideLabel ? props.label : undefined,
    className: [zone, drop.over && over, isFailing(props) && failing].filter(Boolean).join(' '),
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      drop.add(event.clipboardData.files);
    },
    ...drop.zone,
  };
}

/** The button that opens the browser's choice of files: it is the field's control. */
export function chooseProps({ props, locked, full, chooser }: FileField) {
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...aria } = ariaPropsOf(props);
  return {
    type: 'button' as const,
    id: props.id,
    ...aria,
    disabled: locked || full,
    autoFocus: props.autofocus,
    onClick: () => chooser.current?.click(),
    onFocus: () => props.onFocus(props.id, props.value),
    onBlur: () => props.onBlur(props.id, props.value),
  };
}
