export { EmbeddedError } from './binaries.ts';
export { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
export { isAlive, lockDataDir } from './lock.ts';
export { makeOpenDataDir, openDataDir } from './shared-folder.ts';
export { runAs } from './run-as.ts';
export { runningCluster } from './running.ts';
