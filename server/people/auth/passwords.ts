import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane [D2.1]; the package's own defaults, written down. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const mostAtOnce = 2;
const mostWaiting = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** Too many passwords are being checked at this moment. */
class PasswordsBusy extends Error {
  // What the server's error handler answers: 429 with Retry-After.
  readonly kind = 'busy';
  readonly retryAfterSeconds = 2;
}

/** Hash of a new password. Throws `PasswordsBusy` in a storm of sign-ins. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/**
 * Whether a password fits a hash. Without a hash (an unknown account) it takes the same time and says no [D2.4].
 * Throws `PasswordsBusy` in a storm of sign-ins.
 */
export function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    nobodysHash ??= hash('no one’s password', cost);
    const fits = await verify(passwordHash ?? (await nobodysHash), password);
    return fits && passwordHash !== undefined;
  });
}
let nobodysHash: Promise<string> | undefined;

/** At most two hashes at a time: each takes memory and a core, and the other routes need theirs. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new PasswordsBusy('too many passwords at once');
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The place goes to the next in line without being given back first.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Whether a hash was made with less work than is asked now. */
export function needsNewHash(passwordHash: string): boolean {
  const made = parseOptions(passwordHash);
  return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost;
}
