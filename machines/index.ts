export * from './session/index.ts';
export * from './documentEditor/index.ts';
