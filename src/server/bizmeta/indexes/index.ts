export { buildOutside, IndexBuilder, INDEX_JOB } from './build.ts';
export { IndexMaintainer } from './maintainer.ts';
export { performanceRoutes } from './routes.ts';
