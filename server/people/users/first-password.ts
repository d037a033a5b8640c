import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { newPasswordProblem } from '../auth/new-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Invalid } from './add-person.ts';

/**
 * The hash of a password that an administrator enters for a person; undefined if none was entered. Judging and hashing take a second
 * or more, so that no transaction is open meanwhile: the database ends idle ones.
 */
export async function firstPasswordHash(
  { secrets }: Pick<Services, 'secrets'>,
  password: string | undefined,
  about: readonly (string | undefined)[],
): Promise<Result<string | undefined, Invalid>> {
  if (password === undefined) return ok(undefined);
  const problem = await newPasswordProblem(
    password,
    about.filter((word) => word !== undefined),
  );
  return problem === null ? ok(await hashPassword(secrets, password)) : no({ kind: 'invalid', fields: { password: problem } });
}

/** Carries a refusal out of a transaction and rolls it back. */
class RolledBack<R> extends Error {
  readonly outcome: R;
  constructor(outcome: R) {
    super('refused');
    this.outcome = outcome;
  }
}

/** Runs a transaction that a refusal rolls back. What `afterCommit` gets is done in memory once it is committed. */
export async function orRollBack<R extends { readonly ok: boolean }>(
  db: Db,
  work: (tx: Tx, afterCommit: (work: () => void) => void) => Promise<R>,
): Promise<R> {
  const later: (() => void)[] = [];
  try {
    const outcome = await db.transaction().execute(async (tx) => {
      const made = await work(tx, (one) => void later.push(one));
      if (!made.ok) throw new RolledBack(made);
      return made;
    });
    for (const one of later) one();
    return outcome;
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as R;
    throw error;
  }
}
