// Checks one password as often as asked, as many at once as the server does
// (src/server/kernel/admission-queue); prints the milliseconds.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

const count = Number(process.argv[2]);
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), 2));
const stored = await hash('Huozi@2026', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
let left = count;
const worker = async () => {
  while (left > 0) {
    left -= 1;
    await verify(stored, 'Huozi@2026');
  }
};
const began = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, worker));
console.log(performance.now() - began);
