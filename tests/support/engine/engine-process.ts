import { once } from 'node:events';
import { startTestEngine } from './test-engine.ts';

// `node scripts/run.mjs tests/support/engine/engine-process.ts`: a PostgreSQL for several suites. Prints its connection text, ends with its input.
const engine = await startTestEngine();
process.stdout.write(`${engine.url}\n`);
// A signal to the whole group reaches the suites first: they still drop what they made.
process.on('SIGINT', () => undefined);
process.stdin.resume();
await once(process.stdin, 'end');
await engine.stop();
