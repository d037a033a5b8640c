import { once } from 'node:events';
import { startTestEngine } from './test-engine.ts';

// `node scripts/run.mjs tests/support/engine/engine-process.ts`: one PostgreSQL for several suites. Prints its connection string
// and stops when its stdin closes.
const engine = await startTestEngine();
process.stdout.write(`${engine.url}\n`);
// A signal to the process group reaches the suites first, which still drop their databases.
process.on('SIGINT', () => undefined);
process.stdin.resume();
await once(process.stdin, 'end');
await engine.stop();
