import type { TestProject } from 'vitest/node';
import { migrate } from '#server/kit/db/migrate.ts';
import { databaseOf, runOn, startTestEngine } from './engine/test-engine.ts';

/** Name of the migrated, empty database from which every test database is copied. */
const template = 'jobdock_template';

/** One PostgreSQL for the whole run, with a migrated template. */
export default async function setup(project: TestProject) {
  const engine = await startTestEngine();
  await runOn(engine.url, `drop database if exists ${template}`, `create database ${template}`);
  await migrate(databaseOf(engine.url, template));
  project.provide('postgresUrl', engine.url);
  return () => engine.stop();
}
