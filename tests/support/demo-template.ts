import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseOf, runOn, startTestEngine } from './engine/test-engine.ts';
import { ServiceProcess, type SharedDatabase } from './service-process.ts';

/** The customer whose task runs only when somebody asks for it. */
const showcase = 'Westfield Staffing';
const readyMs = 120_000;
/** The demo agency's secrets are encrypted with this key, so every service on a copy of the template needs it. */
const masterKey = '7'.repeat(64);

/** Settings of a demo service whose database is on another server. */
const demoSettings = (url: string) => ({ DATABASE_URL: url, JOBDOCK_DEMO: '1', JOBDOCK_MASTER_KEY: masterKey });

/** Environment variables that pass the setup's values to the test processes. */
const told = { engine: 'JOBDOCK_E2E_ENGINE', template: 'JOBDOCK_E2E_TEMPLATE' } as const;

/**
 * For Playwright: starts one PostgreSQL for all specs. The built service then fills the template: the demo agency with its first
 * collection done. Returns the teardown function.
 */
export default async function setUpDemoTemplate(): Promise<() => Promise<void>> {
  const engine = await startTestEngine();
  const template = `jobdock_demo_${process.pid}`;
  try {
    await runOn(engine.url, `create database ${template}`);
    await fillTemplate(databaseOf(engine.url, template));
  } catch (error) {
    await engine.stop();
    throw error;
  }
  process.env[told.engine] = engine.url;
  process.env[told.template] = template;
  return async () => {
    for (const name of [...(await copiesOf(engine.url, template)), template])
      await runOn(engine.url, `drop database ${name} with (force)`);
    await engine.stop();
  };
}

const copyOf = (template: string): string => `${template}_${randomBytes(6).toString('hex')}`;

/** Copies that are left, as that of a service that several files shared. */
async function copiesOf(url: string, template: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1 || '_')",
      [template],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function fillTemplate(url: string): Promise<void> {
  const service = await ServiceProcess.make({ settings: demoSettings(url), drop: async () => undefined });
  try {
    await service.start();
    await collected(url);
  } finally {
    await service.remove();
  }
  // The built-in vendors change their offers over time. A collection in the middle of a test would bring those changes.
  await runOn(url, "update task set next_run_at = now() + interval '1 day'");
  await runOn(url, 'vacuum (analyze)');
  // Without their addresses, the vendors that send by themselves send nothing more.
  await runOn(url, 'delete from mail_address');
  await runOn(url, "delete from secret where field = 'webhook'");
}

/** Waits until each task has collected and all follow-up jobs are done. */
async function collected(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const deadline = Date.now() + readyMs;
    for (;;) {
      const { rows } = await client.query<{ waiting: number }>(
        `select (select count(*) from task t join customer c on c.id = t.customer_id
                 where c.name <> $1 and not t.deleted and t.row->>'lastSuccessAt' is null)::int
              + (select count(*) from run where state in ('queued', 'running'))::int as waiting`,
        [showcase],
      );
      if (rows[0]?.waiting === 0) return;
      if (Date.now() > deadline) throw new Error('the demo agency has not collected its jobs');
      await wait(100);
    }
  } finally {
    await client.end();
  }
}

/** A service on a copy of the template, not started yet. */
export async function demoService(): Promise<ServiceProcess> {
  return ServiceProcess.make(await copyTemplate());
}

async function copyTemplate(): Promise<SharedDatabase> {
  const [engine, template] = [process.env[told.engine], process.env[told.template]];
  if (engine === undefined || template === undefined) throw new Error('the demo template was not set up');
  const name = copyOf(template);
  await runOn(engine, `create database ${name} template ${template}`);
  return {
    settings: demoSettings(databaseOf(engine, name)),
    drop: () => runOn(engine, `drop database ${name} with (force)`),
  };
}
