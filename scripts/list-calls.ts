// Prints every call that stands, "METHOD /path" a line: `npm run -s list:calls`.
import { endpoints } from '#contract/all.ts';

for (const { route } of endpoints) process.stdout.write(`${route}\n`);
