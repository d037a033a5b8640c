// Prints every quoted message that the product says, one a line: `npm run -s list:messages`.
import { messages } from '#contract/kit/messages.ts';

for (const { text } of Object.values(messages)) process.stdout.write(`${text}\n`);
