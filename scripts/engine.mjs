// One PostgreSQL for all suites of a check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from './tasks.mjs';

/** Starts it, unless `TEST_DATABASE_URL` names one. Returns the environment for the suites and a stop function. */
export async function startEngine() {
  if (process.env.TEST_DATABASE_URL) return { env: {}, stop: async () => undefined };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'tests/support/engine/engine-process.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const first = once(createInterface({ input: child.stdout }), 'line');
  const url = await Promise.race([first.then(([line]) => line), gone.then(() => undefined)]);
  if (url === undefined) throw new Error('No PostgreSQL started for the tests; its output is above');
  return {
    env: { TEST_DATABASE_URL: url },
    async stop() {
      child.stdin.end();
      await gone;
    },
  };
}
