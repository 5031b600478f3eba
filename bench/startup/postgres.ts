// Starts the PostgreSQL of a data folder alone, the way the server does, and prints how many
// milliseconds it took.
import { mkdirSync } from 'node:fs';
import { startCluster } from '../../src/server/kernel/index.ts';

const dataDir = process.argv[2];
if (!dataDir) throw new Error('usage: postgres.ts DATA_DIR');
mkdirSync(dataDir, { recursive: true });
const began = performance.now();
const cluster = await startCluster({ dataDir });
process.stdout.write(`${performance.now() - began}\n`);
await cluster.stop();
