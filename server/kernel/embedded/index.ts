export { EmbeddedError } from './binaries.ts';
export { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
export { isAlive, lockDataDir } from './lock.ts';
export { runningCluster } from './running.ts';
