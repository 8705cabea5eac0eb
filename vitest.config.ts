import { defineConfig } from 'vitest/config';

/** Tests that touch SQL run once an engine; the others once. */
const sqlTests = ['test/http/**/*.test.ts', 'test/repository/**/*.test.ts'];
const common = {
  pool: 'forks' as const,
  // Loading the app costs more than most files take: files of a project share a process, and each leaves it as it was.
  isolate: false,
  // Generous, for machines with other work: a condition that holds is seen at once.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // Failures show the whole of what a process printed.
  chaiConfig: { truncateThreshold: 2_000 },
};

export default defineConfig({
  test: {
    // Once for all projects: they do not extend this one, which would set up a PostgreSQL server for each.
    globalSetup: ['test/support/global-setup.ts'],
    // One more than the cores that the tests are meant for: many of them wait for processes and timeouts.
    maxWorkers: 3,
    projects: [
      {
        test: { ...common, name: 'plain', include: ['test/**/*.test.ts'], exclude: sqlTests },
      },
      {
        test: { ...common, name: 'sqlite', include: sqlTests, env: { TEST_DATABASE: 'sqlite' } },
      },
      {
        test: { ...common, name: 'postgres', include: sqlTests, env: { TEST_DATABASE: 'postgres' } },
      },
    ],
  },
});
