import { expect, test } from 'vitest';
import { LoadedSource } from './source.ts';

/** A source, and what sends the response of each request. */
function slowSource() {
  const pending: ((data: unknown) => void)[] = [];
  const source = new LoadedSource<string>(
    () => 'ask',
    (_, signal) =>
      new Promise((resolve, reject) => {
        pending.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    () => true,
  );
  return { source, pending };
}
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('steps after a reload read the newest response, also when news asked once more meanwhile', async () => {
  const { source, pending } = slowSource();
  source.open();
  pending[0]!('before');
  await later(0);
  const reloaded = source.reload().then(() => source.data);
  await later(0);
  // News of another write: the pending request is aborted for a new one.
  void source.reload();
  await later(0);
  expect(pending).toHaveLength(3);
  expect(await Promise.race([reloaded, later(20).then(() => 'waiting')])).toBe('waiting');
  pending[2]!('after');
  expect(await reloaded).toBe('after');
  source.dispose();
});

test('a reload ends with its source', async () => {
  const { source } = slowSource();
  source.open();
  const reloaded = source.reload();
  source.dispose();
  await reloaded;
  expect(source.data).toBeNull();
});
