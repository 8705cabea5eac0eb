import { defineConfig } from 'vitest/config';

/** Tests that touch SQL run once an engine; the others once. */
const sqlTests = ['test/http/**/*.test.ts', 'test/repository/**/*.test.ts'];
const common = { pool: 'forks' as const, testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { ...common, name: 'plain', include: ['test/**/*.test.ts'], exclude: sqlTests },
      },
      {
        extends: true,
        test: { ...common, name: 'sqlite', include: sqlTests, env: { TEST_DATABASE: 'sqlite' } },
      },
      {
        extends: true,
        test: { ...common, name: 'postgres', include: sqlTests, env: { TEST_DATABASE: 'postgres' } },
      },
    ],
  },
});
