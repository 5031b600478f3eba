import { FIELDS, FIELD_TYPES } from '../../contract/index.ts';

/** Names pages use, and their drawings. */
export const ICON_ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FIELD_TYPES.map((type) => [type, FIELDS[type].icon ?? type])),
  build: 'tool',
  signOut: 'poweroff',
  help: 'question-circle',
  warning: 'exclamation-circle',
  success: 'check-circle',
  error: 'close-circle',
  info: 'info-circle',
  remove: 'delete',
  add: 'plus',
  company: 'building',
  app: 'apps',
  object: 'storage',
  field: 'nav',
  back: 'left',
  open: 'launch',
  columns: 'layout',
  group: 'common',
  height: 'line-height',
  region: 'public',
};
