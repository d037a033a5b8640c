// npm run -s double -- --kind K [--port P]
// Starts the double of one kind of target on loopback, until it is stopped, and prints its address and its invented credentials.
import { parseArgs } from 'node:util';
import { doubles } from '#server/demo/doubles.ts';

const usage = `usage: npm run -s double -- --kind ${Object.keys(doubles).join('|')} [--port 5001]`;

const { values } = parseArgs({ options: { kind: { type: 'string', default: '' }, port: { type: 'string', default: '5001' } } });
const kind = (Object.keys(doubles) as (keyof typeof doubles)[]).find((name) => name === values.kind);
const port = Number(values.port);

if (kind && Number.isInteger(port) && port > 0 && port < 65_536) {
  const double = doubles[kind];
  const { server } = double.start();
  const url = `http://127.0.0.1:${port}`;
  server.once('error', (error) => {
    process.stderr.write(`The double did not start: ${error.message}. Choose another port with --port.\n`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => {
    const lines = Object.entries({ ...double.settings(url), ...double.secrets }).map(([name, value]) => `  ${name}: ${value}`);
    process.stdout.write(
      [`The double of ${kind} is at ${url}. Its credentials are invented:`, ...lines].join('\n') +
        `\nGET ${url}/_double/records shows its jobs; POST ${url}/_double/faults takes a list of faults.\n`,
    );
  });
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
