// npm run -s submit:try -- --submissions N --seed S --faults F [--blind]
// Sends N submissions through the product's sender and queue from Bullhorn's double to Trio's, and prints what became of them. F is the part
// of the attempts that meet a fault or whose process ends, such as 0.05. `--blind`: the destination does not list its submissions.
import { parseArgs } from 'node:util';
import { runSubmitTrial } from '#tests/submissions/submit-trial.ts';

const usage = 'usage: npm run -s submit:try -- [--submissions 1000] [--seed 1] [--faults 0.05] [--blind]';
const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;
const { values } = parseArgs({
  options: {
    submissions: text('1000'),
    seed: text('1'),
    faults: text('0.05'),
    blind: { type: 'boolean', default: false },
  },
});
const [submissions, seed, faults] = [Number(values.submissions), Number(values.seed), Number(values.faults)];
const isPlan = Number.isSafeInteger(submissions) && submissions > 0 && Number.isSafeInteger(seed) && faults >= 0 && faults <= 1;

if (isPlan) {
  const end = await runSubmitTrial({ submissions, seed, faults, blind: values.blind });
  for (const [name, count] of Object.entries(end)) process.stdout.write(`${name}: ${count}\n`);
  process.exitCode = end.duplicates + end.lost === 0 ? 0 : 1;
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
