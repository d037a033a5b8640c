import { setImmediate } from 'node:timers/promises';
import type { ChangeOrigin } from '#contract/staging/job-history.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { writeHistory } from '#server/rules/ruling/job-history.ts';
import type { Ruled } from '#server/rules/ruling/rule-job.ts';
import type { StagePlace } from './collected-of.ts';

/** `extra`: the values of the feed, unchanged, and what the job was staged from. */
export type Outcome = Ruled & { readonly extra?: Record<string, unknown> };

/** A job with the record of the file or email that it was read from, for its history. */
function withOrigin(outcome: Outcome): Outcome & { readonly origin?: ChangeOrigin } {
  const { kept_file_id: file, received_mail_id: mail, kept_record: record } = outcome.extra ?? {};
  if (typeof record !== 'number') return outcome;
  if (typeof mail === 'number') return { ...outcome, origin: { mail: { id: mail, record } } };
  return typeof file === 'number' ? { ...outcome, origin: { file: { id: file, record } } } : outcome;
}

/** Writes the jobs that changed, with their history, and what is published beside them. */
export async function writeOutcomes(
  tx: Tx,
  place: StagePlace,
  outcomes: readonly Outcome[],
  values: readonly Publication[],
  at: string,
): Promise<void> {
  const written = outcomes.filter((outcome) => outcome.written);
  const jobs = written.map(
    ({ row, extra }): Publication => ({
      collection: 'job',
      row,
      ...(extra && { extra }),
    }),
  );
  const writeAll = async () => {
    // PostgreSQL stores the history while the rows are packed.
    await setImmediate();
    if (jobs.length + values.length > 0) await writeRows(tx, place.customerId, [...values, ...jobs]);
  };
  // The transaction may not end before both have, also where one fails.
  const all = await Promise.allSettled([writeHistory(tx, place.customerId, written.map(withOrigin), at), writeAll()]);
  for (const done of all) if (done.status === 'rejected') throw done.reason;
}
