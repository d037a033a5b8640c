import { expect, test } from 'vitest';
import type { Fault } from './planted-faults.ts';
import { type Round, runRound } from './run-round.ts';

const seed = Number(process.env['ISOLATION_SEED'] ?? 20_261_123);
const minutes = Number(process.env['ISOLATION_MINUTES'] ?? 0);
const shortSeconds = 2;
const faultSeconds = 0.5;
/** Rounds until a planted fault must be found. Nearly always one is enough. */
const faultRounds = 20;
/** A long run is many rounds, each with its own database and seed, so that a found history stays small. */
const roundSeconds = 30;
const mostShown = 5;

const summary = (round: Round): string =>
  [
    `seed ${round.seed}: ${round.transactions} transactions`,
    `${round.applied} changes applied, ${round.refused} in conflict, ${round.unanswered} without answer (${round.unansweredApplied} of them applied)`,
    `${round.reads} reads, ${round.runs} rule runs, ${round.killed} connections ended`,
    `checked in ${Math.round(round.checkMs)} ms: ${round.anomalies.length} anomalies`,
  ].join('; ');

const wordsOf = ({ anomalies }: Round): string[] =>
  anomalies.slice(0, mostShown).map(({ kind, words, steps }) => [`${kind}: ${words}`, ...steps].join('\n  '));

test(
  '[K12] concurrent changes, reads and rule runs on a few jobs are strictly serializable, also when connections break',
  async () => {
    const seconds = minutes > 0 ? roundSeconds : shortSeconds;
    const rounds = Math.max(1, Math.ceil((minutes * 60) / seconds));
    let total = 0;
    for (let n = 0; n < rounds; n++) {
      const round = await runRound({ seed: seed + n, seconds });
      total += round.transactions;
      console.info(summary(round));
      expect(wordsOf(round), `seed ${round.seed}`).toEqual([]);
      // With fewer events the check proves nothing.
      expect(round.applied, summary(round)).toBeGreaterThan(50);
      expect(round.reads, summary(round)).toBeGreaterThan(50);
      expect(round.killed, summary(round)).toBeGreaterThan(0);
      expect(round.runs, summary(round)).toBeGreaterThan(0);
    }
    console.info(`${total} transactions in ${rounds} rounds from seed ${seed}`);
  },
  120_000 + minutes * 120_000,
);

/** What each planted fault breaks first. */
const broken = {
  'row locks': 'lost update',
  'exactly once': 'applied twice',
  'revision order': 'skipped revision',
  'one snapshot': 'skipped revision',
} as const;

test.each(Object.entries(broken))('[K12] without %s, the check finds: %s', async (fault, kind) => {
  for (let n = 0; n < faultRounds; n++) {
    const round = await runRound({ seed: seed + n, seconds: faultSeconds, fault: fault as Fault });
    if (!round.anomalies.some((found) => found.kind === kind)) continue;
    console.info(`${fault}, found in round ${n + 1}: ${summary(round)}`);
    return;
  }
  expect.fail(`${faultRounds} rounds of ${faultSeconds} s found no ${kind}`);
});
