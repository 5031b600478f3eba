export { buildOutside, Busy, IndexBuilder, INDEX_JOB, requireNoBackup } from './build.ts';
export { IndexMaintainer } from './maintainer.ts';
export { performanceRoutes } from './routes.ts';
