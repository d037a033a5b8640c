import { TargetUnreachable } from './target-http.ts';

/** A token that many calls share. */
export type SharedToken<T> = {
  /** The token; the first caller signs in and the others wait for it. */
  current(): Promise<T>;
  /** Forgets a token that the target no longer accepts. Does nothing if it was renewed since. */
  drop(token: T): void;
};

/**
 * Keeps a token and renews it once, however many calls wait. A sign-in that breaks off means that the caller's own call was not
 * sent.
 */
export function sharedToken<T>(signIn: () => Promise<T>): SharedToken<T> {
  let held: Promise<T> | null = null;
  let value: T | undefined;
  return {
    current() {
      held ??= signIn().then(
        (token) => {
          value = token;
          return token;
        },
        (error: unknown) => {
          held = null;
          throw error instanceof TargetUnreachable ? new TargetUnreachable(error.message, false) : error;
        },
      );
      return held;
    },
    drop(token) {
      if (value !== token) return;
      held = null;
      value = undefined;
    },
  };
}

const expired = 401;

/**
 * Makes a call with the shared token. A 401 means that the target did not run the call: the token is renewed and the call repeated
 * once.
 */
export async function withToken<T, R extends { readonly status: number }>(
  token: SharedToken<T>,
  call: (token: T) => Promise<R>,
): Promise<R> {
  const first = await token.current();
  const reply = await call(first);
  if (reply.status !== expired) return reply;
  token.drop(first);
  return call(await token.current());
}
