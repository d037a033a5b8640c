import { hash, parseOptions, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane [D2.1]. Equal to the package's defaults, made explicit. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const mostAtOnce = 2;
const mostWaiting = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** Thrown if too many passwords are being checked. */
class PasswordsBusy extends Error {
  // The server's error handler turns this into 429 with Retry-After.
  readonly kind = 'busy';
  readonly retryAfterSeconds = 2;
}

/** Hashes a new password. Throws `PasswordsBusy` during a burst of sign-ins. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/**
 * Checks a password against a hash. Without a hash (unknown account) it takes the same time and returns false [D2.4].
 * Throws `PasswordsBusy` during a burst of sign-ins.
 */
export function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    nobodysHash ??= hash('no one’s password', cost);
    const fits = await verify(passwordHash ?? (await nobodysHash), password);
    return fits && passwordHash !== undefined;
  });
}
let nobodysHash: Promise<string> | undefined;

/** Runs at most two hashes at a time: each takes memory and a core, which the other routes need. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new PasswordsBusy('too many passwords at once');
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    return await work();
  } finally {
    // Hands the slot directly to the next in line, so `running` stays the same.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** True if a hash has a lower cost than new ones. */
export function needsNewHash(passwordHash: string): boolean {
  const made = parseOptions(passwordHash);
  return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost;
}
