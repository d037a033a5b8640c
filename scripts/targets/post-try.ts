// npm run -s post:try -- --kind K --posts N --seed S --faults F
// Posts N jobs through the product's queue to the double of a kind and prints what became of them. F is the part of the attempts
// that meet a fault, such as 0.05.
import { parseArgs } from 'node:util';
import { doubles } from '#server/demo/doubles.ts';
import { runTrial, type TrialPlan } from '#tests/posting/post-trial.ts';

const usage = `usage: npm run -s post:try -- --kind ${Object.keys(doubles).join('|')} [--posts 1000] [--seed 1] [--faults 0.05]`;

const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;

function planOf(args: readonly string[]): TrialPlan | null {
  const options = { kind: text(''), posts: text('1000'), seed: text('1'), faults: text('0.05') };
  const { values } = parseArgs({ args: [...args], options });
  const kind = (Object.keys(doubles) as (keyof typeof doubles)[]).find((name) => name === values.kind);
  const [posts, seed, faults] = [Number(values.posts), Number(values.seed), Number(values.faults)];
  const isWhole = Number.isSafeInteger(posts) && posts > 0 && Number.isSafeInteger(seed);
  return kind && isWhole && faults >= 0 && faults <= 1 ? { kind, posts, seed, faults } : null;
}

const plan = planOf(process.argv.slice(2));
if (plan) {
  const end = await runTrial(plan);
  for (const [name, count] of Object.entries(end)) process.stdout.write(`${name}: ${count}\n`);
  process.exitCode = end.duplicates + end.lost === 0 ? 0 : 1;
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
