import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MapValueRow } from '#contract/rows/rows.ts';
import type { Candidate } from '#domain/mapping/candidate/candidate.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { premapped } from '#domain/mapping/premap.ts';
import { assigned, autoMapped, cleared, recomputed } from '#domain/mapping/run-step.ts';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { matcherFor } from '../values/matchers.ts';
import { readPremapOf } from '../values/premap-lines.ts';
import type { MapRunClaim } from './run-portion.ts';

/** Number of texts matched before yielding to other requests. */
const matchesATurn = 20;

/** Reads the rows of a portion. Returns a function that gives each row's new version, from the row's state once locked. */
export type Decisions = (rows: readonly MapValueRow[]) => Promise<(row: MapValueRow) => MapValueRow>;

/** The decisions of a run. The matcher is read once per run, so it does not learn from the run's own mappings. */
export async function decisionsOf(db: Db, run: MapRunClaim, now: () => Date): Promise<Decisions> {
  const { customerId, byName } = run;
  const { rows: work, targetId } = run.work;
  const at = () => now().toISOString();
  switch (work.kind) {
    case 'automap':
    case 'ai': {
      const match = await matcherFor(db, customerId, targetId);
      const how = work.kind === 'ai' ? 'ai' : 'auto';
      return async (rows) => {
        const best = await bestOf(match, rows);
        return (row) => autoMapped(row, best.get(row.id), autoAcceptCertainty, how, at());
      };
    }
    case 'suggest': {
      const match = await matcherFor(db, customerId, targetId);
      const target = await storedRow(db, customerId, 'target', targetId);
      const autoMap = target?.settings['autoMap'] === true;
      return async (rows) => {
        const best = await bestOf(match, rows);
        return (row) => recomputed(row, best.get(row.id), autoAcceptCertainty, { autoMap, at: at() });
      };
    }
    case 'clear':
      return async () => (row) => cleared(row, at());
    case 'bulk':
      return async () => (row) => assigned(row, work.extId, byName, at());
    case 'premap': {
      const premap = await readPremapOf(db, customerId, targetId);
      return async () => (row) => premapped(premap, row, byName, at());
    }
  }
}

/** The best candidate of each row. Matching takes about 1 ms per text, so it yields to other requests every few rows. */
export async function bestOf(
  match: Matcher,
  rows: readonly MapValueRow[],
): Promise<ReadonlyMap<number, Candidate<string> | undefined>> {
  const best = new Map<number, Candidate<string> | undefined>();
  for (const [i, row] of rows.entries()) {
    if (i % matchesATurn === 0) await nextTurn();
    best.set(row.id, match(row, 1)[0]);
  }
  return best;
}
