/** Runs before the tests on PostgreSQL: starts a server, unless TEST_POSTGRES_URL names one, and migrates a database to copy. */
import type { TestProject } from 'vitest/node';
import { findPostgres } from './postgres-server.js';
import { runFolder } from './run-folder.js';
import { postgresTemplate } from './templates.js';

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  runFolder();
  const server = await findPostgres();
  const template = await postgresTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template.name);
  return async () => {
    await template.drop();
    await server.stop();
  };
};
