export { IndexBuilder, INDEX_JOB } from './build.ts';
export { IndexKeeper, LARGE_ROWS } from './keeper.ts';
