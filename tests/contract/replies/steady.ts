/** Values that differ between runs, with the placeholders that recordings have instead. */
const placeholders: readonly (readonly [key: string, of: RegExp, placeholder: string])[] = [
  // The duration of a rule.
  ['Microseconds', /^\d+$/, '<microseconds>'],
  // A reset link contains a random token, and an email's time comes from the database's clock.
  ['text', /(?<=reset\/)[\w.-]+/, '<token>'],
  ['at', /^(?!2026-11-21T15:00:00\.000Z|2026-11-01T|2026-11-20T).*$/, '<time>'],
];

/** The reply with placeholders for values that differ between runs. */
export function steady(reply: unknown, key = ''): unknown {
  if (Array.isArray(reply)) return reply.map((each) => steady(each, key));
  if (reply !== null && typeof reply === 'object')
    return Object.fromEntries(Object.entries(reply).map(([name, value]) => [name, steady(value, name)]));
  if (typeof reply !== 'string' && typeof reply !== 'number') return reply;
  const found = placeholders.find(([name, of]) => name === key && of.test(String(reply)));
  return found ? String(reply).replace(found[1], found[2]) : reply;
}
