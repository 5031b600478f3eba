import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '**/dist/**', '**/data/**', 'tests/browser/**', 'tests/e2e/**'];

/** Two kinds of tests: those with a PostgreSQL of their own, and the rest (jsdom by a docblock in the file). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server', environment: 'node', include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/property/*-sql.test.ts'], exclude: ignored,
          globalSetup: ['tests/setup/postgres.ts'], testTimeout: 120_000, hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'unit', environment: 'node', include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...ignored, 'server/**', 'tests/server/**', 'tests/property/*-sql.test.ts'], // A busy machine is no failure: what is slow shows in the benchmarks.
          testTimeout: 120_000, hookTimeout: 120_000,
        },
      },
    ],
  },
});
