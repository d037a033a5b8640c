// Prints the documented URL patterns that exist: `npm run -s list:routes`.
import { screens } from '#src/app/screens/screens.ts';

for (const { at } of screens) for (const pattern of at) process.stdout.write(`${pattern}\n`);
