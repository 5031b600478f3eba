/** What a running page holds: parameters, cells, sources, forms, machines. */
export { keysShared, openBlocks } from './blocks.ts';
export { Pending, resolveBind } from './bind.ts';
export type { PageAddress } from './address.ts';
export { COMPANY_GRANT, guardedPorts } from './guard.ts';
export type { OpenLayer } from './layers.ts';
export { Locals, rowLocals } from './locals.ts';
export { PageScope } from './page-scope.ts';
export { missingParams } from './params.ts';
