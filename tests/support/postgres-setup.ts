import type { TestProject } from 'vitest/node';
import { shipCrawlers } from '#server/collecting/crawlers/crawler-setups.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { databaseOf, runOn, startTestEngine, templates } from './engine/test-engine.ts';
import { addPeople } from './test-people.ts';

/** One PostgreSQL for the whole run, with a migrated template, and one that also has the users of every test service. */
export default async function setup(project: TestProject) {
  const engine = await startTestEngine();
  const { empty, people } = templates;
  await runOn(engine.url, ...[people, empty].map((name) => `drop database if exists ${name}`), `create database ${empty}`);
  await migrate(databaseOf(engine.url, empty));
  await runOn(engine.url, `create database ${people} template ${empty}`);
  const db = openDatabase(databaseOf(engine.url, people));
  project.provide('testPeople', await addPeople(db));
  await shipCrawlers(db);
  await db.destroy();
  project.provide('postgresUrl', engine.url);
  return () => engine.stop();
}
