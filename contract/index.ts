export * from './aggregates.ts';
export * from './call.ts';
export * from './calls/index.ts';
export type { DeptNode, Profile, SignInData, User } from './calls/upm.ts';
export type { App } from './calls/bizmeta.ts';
export * from './constants.ts';
export * from './errors.ts';
export * from './meta.ts';
export { openApi } from './openapi.ts';
