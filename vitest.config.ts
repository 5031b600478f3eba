import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '**/dist/**', '**/data/**', 'tests/browser/**', 'tests/e2e/**'];
/** A busy machine is no failure: what is slow shows in the benchmarks. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Three kinds of tests: those with a PostgreSQL of their own, those that throw noise at the product, and the rest (jsdom by a docblock in the file). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server', environment: 'node', include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/property/*-sql.test.ts'], exclude: ignored,
          globalSetup: ['tests/setup/postgres.ts'], ...patient,
        },
      },
      {
        test: {
          name: 'unit', environment: 'node', include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...ignored, 'server/**', 'tests/server/**', 'tests/fuzz/**', 'tests/property/*-sql.test.ts'], setupFiles: ['tests/setup/patience.ts'], ...patient,
        },
      },
      { test: { name: 'fuzz', environment: 'node', include: ['tests/fuzz/**/*.test.{ts,tsx}'], exclude: ignored, ...patient } },
    ],
  },
});
