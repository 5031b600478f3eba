export { IndexBuilder, INDEX_JOB } from './build.ts';
export { IndexMaintainer, LARGE_ROWS } from './maintainer.ts';
