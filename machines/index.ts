export * from './session/index.ts';
export * from './documentEditor/index.ts';
export * from './region/index.ts';
export * from './messages/index.ts';
export * from './memberPicker/index.ts';
export * from './appearance/index.ts';
