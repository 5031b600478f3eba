// Looks at patterns of builders in a thread of its own: a check takes seconds of one core. Plain
// JavaScript, because a thread starts from a file and the server's sources are run in three ways
// (tsx, vitest, bundled).
import { parentPort, workerData } from 'node:worker_threads';
// The build for browsers is all JavaScript; the other one starts Java or a native program.
import recheck from 'recheck/lib/browser.js';

const { sources, limits, maxDegree } = workerData;

/**
 * `safe`, `slow` (matching a text may take for ever), or `unsure` when no answer was found in time.
 */
function verdictOf(source) {
  const { status, complexity } = recheck.checkSync(source, 'u', limits);
  if (status === 'safe') return 'safe';
  if (status === 'vulnerable')
    return complexity.type === 'polynomial' && complexity.degree <= maxDegree ? 'safe' : 'slow';
  return 'unsure';
}

for (const source of sources) parentPort.postMessage({ source, verdict: verdictOf(source) });
