import { setTimeout as sleep } from 'node:timers/promises';
import { Database, JobRunner } from '../index.ts';

/**
 * A process that works at jobs until it is killed, bundled: node script.js <database>.
 */
const [url = ''] = process.argv.slice(2);
const runner = new JobRunner(new Database({ connection: { connectionString: url } }), (error) => {
  console.error(error);
});

/** Ends its process, as a job does that needs more memory than there is. */
runner.define('deadly', {
  access: 'admin',
  runBatch: () => {
    process.kill(process.pid, 'SIGKILL');
    return sleep(60_000, { did: 1, place: null });
  },
});
/** Ten pieces of a twentieth of a second. */
runner.define('slow', {
  access: 'admin',
  runBatch: async (_tx, { done }) => {
    await sleep(50);
    return { did: 1, place: done < 9 ? { at: done + 1 } : null };
  },
});
runner.start();
process.stdout.write('started\n');
