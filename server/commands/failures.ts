import pg from 'pg';

/** Unique constraints that only a change which came in the same moment breaks. */
const racedFor: ReadonlySet<string | undefined> = new Set(['mutation_result_once', 'submission_live']);

/**
 * Whether the same transaction is likely to succeed if it runs again at once [edge case 32]: it conflicted with another
 * transaction, or another one made the same change under another number, or put the same caregiver forward.
 */
const isRace = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01' || racedFor.has(error.constraint));

const runsAtMost = 4;

/** Runs a transaction up to three times if it conflicts with another one. */
export async function againAfterRace<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!isRace(error) || runs === runsAtMost) throw error;
    }
  }
}
