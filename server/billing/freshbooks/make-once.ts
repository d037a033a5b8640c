import type { Result } from '#contract/kit/result.ts';
import { mirrorReference } from '#domain/billing/mirror.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { AccessRow } from '#server/system/freshbooks/freshbooks-access.ts';
import type { FreshBooksProblem } from '#server/system/freshbooks/freshbooks-client.ts';
import type { FreshBooksPort } from '#server/system/freshbooks/freshbooks-port.ts';
import { type Claim, keepLink, type WorkEnd } from './mirror-rows.ts';

/** What the work on one thing needs. `mayOpen` says whether a page of an invoice may be shown to people. */
export type MirrorWork = {
  readonly db: Db;
  readonly now: () => Date;
  readonly row: AccessRow;
  readonly port: FreshBooksPort;
  readonly mayOpen: (page: string) => boolean;
};

/** How a thing is found by its reference, and made. Both answer its ID at FreshBooks. */
type Thing = {
  readonly find: () => Promise<Result<number | undefined, FreshBooksProblem>>;
  readonly make: () => Promise<Result<number, FreshBooksProblem>>;
};

export const referenceOf = ({ row }: Pick<MirrorWork, 'row'>, { kind, customerId, ownId }: Claim): string =>
  mirrorReference(row.mark, kind, customerId, ownId);

/**
 * The ID of a thing at FreshBooks, which is made if it is not there. FreshBooks makes two of two equal requests, so it is looked up by its
 * reference before each one, also the first: a database that was restored finds what it forgot. That it is asked for is stored before the call, so
 * that a lost answer or a killed process leaves it in doubt, and it is looked up again when the call has surely ended.
 */
export async function makeOnce(
  { db, now }: MirrorWork,
  claim: Claim,
  { find, make }: Thing,
): Promise<{ readonly extId: number } | WorkEnd> {
  const found = await find();
  if (!found.ok) return { kind: 'stopped', problem: found.error };
  if (found.value !== undefined) return { extId: found.value };
  if (!(await keepLink(db, claim, now(), { state: 'creating' }))) return { kind: 'lost' };
  const made = await make();
  if (made.ok) return { extId: made.value };
  const problem = made.error;
  if (problem.kind === 'unsure') return { kind: 'stopped', problem, isInDoubt: true };
  if (!(await keepLink(db, claim, now(), { state: 'waiting' }))) return { kind: 'lost' };
  return problem.kind === 'refused' || problem.kind === 'gone'
    ? { kind: 'failed', words: problem.words }
    : { kind: 'stopped', problem };
}
