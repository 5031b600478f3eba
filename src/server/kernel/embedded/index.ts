export { EmbeddedError } from './binaries.ts';
export { startCluster, type Cluster } from './cluster.ts';
export { lockDataDir } from './lock.ts';
export { makeOpenDataDir, openDataDir } from './shared-folder.ts';
export { runAs } from './run-as.ts';
export { runningCluster } from './running.ts';
