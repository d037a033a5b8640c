// Prints the documented address patterns that stand: `npm run -s list:routes`.
import { routes } from '#src/app/screens/routes.ts';

for (const { at } of routes) for (const pattern of at) process.stdout.write(`${pattern}\n`);
