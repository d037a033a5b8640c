import { expect, test } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { runSubmitTrial } from './submit-trial.ts';

const submissions = Number(process.env['TRIAL_SUBMISSIONS'] ?? 1_000);
const timeout = submissions > 1_000 ? 7_200_000 : 300_000;

test(
  'submissions with lost answers, dead tokens and kills: each is there once, or a person decides',
  async () => {
    const end = await runSubmitTrial({ submissions, seed: 7, faults: 0.05 });
    expect(end).toMatchObject({ wanted: submissions, refused: 0, duplicates: 0, lost: 0 });
    expect(end.sent + end.human).toBe(submissions);
    expect(end.human).toBeLessThan(submissions / 20);
    expect(end.lostAnswers).toBeGreaterThan(submissions / 100);
    expect(end.kills).toBeGreaterThan(submissions / 100);
    expect(end.tokens).toBeGreaterThan(1);
  },
  timeout,
);

test('a destination that cannot be asked: nothing is sent twice, and a person decides about each lost answer', async () => {
  const end = await runSubmitTrial({ submissions: 90, seed: 3, faults: 0.1, blind: true });
  expect(end).toMatchObject({ wanted: 90, duplicates: 0, lost: 0 });
  expect(end.human).toBeGreaterThan(0);
});

test.each(plantedBugs)('a planted bug is found: %s', async (bug) => {
  const end = await runSubmitTrial({ submissions: 90, seed: 11, faults: 0.25, bug });
  expect(end.duplicates + end.lost).toBeGreaterThan(0);
});
