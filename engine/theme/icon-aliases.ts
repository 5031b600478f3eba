/** Names pages write, and the drawing that stands for each. */
export const ICON_ALIASES: Readonly<Record<string, string>> = {
  build: 'tool', signOut: 'poweroff', text: 'font-colors', longText: 'align-left', boolean: 'check-square', date: 'calendar', dateTime: 'calendar-clock',
  singleSelect: 'check-circle', multiSelect: 'unordered-list', dept: 'mind-mapping', lookup: 'share-internal', url: 'link', help: 'question-circle', warning: 'exclamation-circle',
  success: 'check-circle', error: 'close-circle', info: 'info-circle', remove: 'delete', add: 'plus', company: 'building', app: 'apps', object: 'storage', field: 'nav', back: 'left', open: 'launch', columns: 'layout', group: 'common', height: 'line-height', region: 'public',
  richText: 'edit', time: 'clock-circle', yearMonth: 'schedule', dateRange: 'calendar', cascade: 'branch', area: 'compass', users: 'user-group', depts: 'mind-mapping', role: 'idcard', lookups: 'share-alt', subTable: 'ordered-list',
  signature: 'pen', rating: 'star', slider: 'minus', barcode: 'scan', autoNumber: 'tag', rollup: 'select-all',
};
