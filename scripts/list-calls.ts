// Prints every declared call, one "METHOD /path" per line: `npm run -s list:calls`.
import { endpoints } from '#contract/all.ts';
import { documentedRoute } from '#contract/kit/wire-names.ts';

for (const endpoint of endpoints) process.stdout.write(`${documentedRoute(endpoint)}\n`);
