import { defineConfig } from 'vitest/config';
import { ByEnvironment } from './tests/setup/order.ts';

const ignored = [
  '**/node_modules/**',
  '**/dist/**',
  '**/data/**',
  'tests/browser/**',
  'tests/e2e/**',
];
/** A busy machine is no failure: what is slow shows in the benchmarks. */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * These need a process of their own: renders are counted from before React is loaded; strokes on a
 * canvas depend on the clock.
 */
const alone = ['renderers/field/renders.test.tsx', 'src/ui/inputs/files.test.tsx'];

/**
 * Four kinds of tests: those with a PostgreSQL of their own, those that throw noise at the product,
 * those that need a process of their own, and the rest (jsdom by a docblock in the file). The rest
 * share a process a core: a browser and the libraries come up once a process and not once a file,
 * which is two thirds of the time. tests/setup/tidy.ts leaves nothing of one file to the next.
 */
export default defineConfig({
  test: {
    // Left to itself a core stays free. More than there are cores evaluate every module once more.
    maxWorkers: '100%',
    sequence: { sequencer: ByEnvironment },
    // What a file became is stored for the other projects, and for the run on the other Node.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'src/server/**/*.test.ts',
            'tests/server/**/*.test.ts',
            'tests/permission/**/*.test.ts',
            'tests/property/*-sql.test.ts',
          ],
          exclude: ignored,
          globalSetup: ['tests/setup/postgres.ts'],
          setupFiles: ['tests/setup/tidy.ts'],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [
            ...ignored,
            ...alone,
            'src/server/**',
            'tests/server/**',
            'tests/permission/**',
            'tests/fuzz/**',
            'tests/property/*-sql.test.ts',
          ],
          setupFiles: ['tests/setup/patience.ts', 'tests/setup/tidy.ts'],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'alone',
          environment: 'node',
          include: alone,
          setupFiles: ['tests/setup/patience.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'fuzz',
          environment: 'node',
          include: ['tests/fuzz/**/*.test.{ts,tsx}'],
          exclude: ignored,
          ...patient,
        },
      },
    ],
  },
});
