// npm run -s post:try -- --kind K --posts N --seed S --faults F
// Posts N jobs through the product's queue to the double of a kind and prints what became of them. F is the part of the attempts
// that meet a fault, such as 0.05. `--portion M`: after M posts their jobs are removed from the target, as an agency removes old ones.
// Crelate and CTM find a job by reading all that they hold, so theirs is 1,000 unless given.
import { parseArgs } from 'node:util';
import { doubles } from '#server/demo/doubles.ts';
import { runTrial, type TrialPlan } from '#tests/posting/post-trial.ts';

const usage = `usage: npm run -s post:try -- --kind ${Object.keys(doubles).join('|')} [--posts 1000] [--seed 1] [--faults 0.05] [--portion 1000]`;
/** Kinds that show a job only in the list of all. */
const portions: Partial<Record<keyof typeof doubles, number>> = { crelate: 1_000, ctm: 1_000 };

const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;

function planOf(args: readonly string[]): TrialPlan | null {
  const options = { kind: text(''), posts: text('1000'), seed: text('1'), faults: text('0.05'), portion: text('') };
  const { values } = parseArgs({ args: [...args], options });
  const kind = (Object.keys(doubles) as (keyof typeof doubles)[]).find((name) => name === values.kind);
  const [posts, seed, faults] = [Number(values.posts), Number(values.seed), Number(values.faults)];
  const isWhole = Number.isSafeInteger(posts) && posts > 0 && Number.isSafeInteger(seed);
  if (!kind || !isWhole || !(faults >= 0 && faults <= 1)) return null;
  const portion = values.portion === '' ? portions[kind] : Number(values.portion);
  if (portion !== undefined && !(Number.isSafeInteger(portion) && portion > 0)) return null;
  return { kind, posts, seed, faults, portion };
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
