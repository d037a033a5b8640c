import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { DerivedKey, Secrets } from '#server/kit/lib/secrets.ts';

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

type Peppers = Pick<Secrets, 'deriveEach'>;

/** One pepper for each root key, the newest first [D2.1]. A stolen database alone does not allow to guess passwords. */
const peppersOf = (secrets: Peppers): readonly [DerivedKey, ...DerivedKey[]] => {
  const [newest, ...older] = secrets.deriveEach('password pepper');
  if (!newest) throw new Error('there is no root key');
  return [newest, ...older];
};

/** A stored hash: argon2's own, with `pepper=<root key>:` before it. Earlier versions used no pepper. */
function partsOf(stored: string): { argon: string; rootId: number | null } {
  const [, rootId, argon] = /^pepper=(\d{1,4}):(.+)$/.exec(stored) ?? [];
  return argon === undefined ? { argon: stored, rootId: null } : { argon, rootId: Number(rootId) };
}

/** Hashes a new password with the newest pepper. Throws `PasswordsBusy` during a burst of sign-ins. */
export const hashPassword = (secrets: Peppers, password: string): Promise<string> =>
  inTurn(async () => {
    const [{ rootId, key }] = peppersOf(secrets);
    return `pepper=${rootId}:${await hash(password, { ...cost, secret: key })}`;
  });

/**
 * Checks a password against a hash. Without a hash (unknown account, or an invited person without a password) it takes the same time and returns false [D2.4].
 * Throws `PasswordsBusy` during a burst of sign-ins.
 */
export function passwordFits(secrets: Peppers, passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const peppers = peppersOf(secrets);
    nobodysHash ??= hash('no one’s password', { ...cost, secret: peppers[0].key });
    const { argon, rootId } = partsOf(passwordHash ?? `pepper=${peppers[0].rootId}:${await nobodysHash}`);
    // With another pepper than the one of a hash, no password fits.
    const pepper = peppers.find((each) => each.rootId === rootId) ?? peppers[0];
    const fits = await verify(argon, password, rootId === null ? {} : { secret: pepper.key });
    return fits && typeof passwordHash === 'string';
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

/** True if a hash has a lower cost than new ones, or not the newest pepper. */
export function needsNewHash(secrets: Peppers, passwordHash: string | null): boolean {
  if (passwordHash === null) return false;
  const { argon, rootId } = partsOf(passwordHash);
  if (rootId !== peppersOf(secrets)[0].rootId) return true;
  const made = parseOptions(argon);
  return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost;
}
