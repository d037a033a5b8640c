// Prints every sentence of the message catalog, one per line, with placeholders in braces: `npm run -s list:messages`.
import { type MessageName, messages } from '#contract/kit/messages.ts';

/** Returns each placeholder's name in braces. */
const places = new Proxy({}, { get: (_, place) => `{${String(place)}}` }) as never;

for (const name of Object.keys(messages) as MessageName[]) {
  const message = messages[name];
  process.stdout.write(`${typeof message === 'string' ? message : message(places)}\n`);
}
