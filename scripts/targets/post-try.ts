// npm run -s post:try -- --kind K --posts N --seed S --faults F
// Posts N jobs through the product's queue to the double of a kind and prints what became of them. F is the part of the attempts
// that meet a fault, such as 0.05. `--portion M`: after M posts their jobs are removed from the target, as an agency removes old ones.
// Crelate and CTM find a job by reading all that they hold, so theirs is 1,000 unless given.
// `--file PATH` posts the jobs of a vendor's export instead, to the kind or else to all that take jobs, and prints what each takes.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { doubles } from '#server/demo/doubles.ts';
import { postExport, readExport } from '#tests/posting/export-trial.ts';
import { runTrial, type TrialPlan } from '#tests/posting/post-trial.ts';

type Kind = keyof typeof doubles;
const kinds = Object.keys(doubles) as Kind[];
const usage = `usage: npm run -s post:try -- --kind ${kinds.join('|')} [--posts 1000] [--seed 1] [--faults 0.05] [--portion 1000]
       npm run -s post:try -- --file PATH [--kind KIND]`;

const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;

const options = {
  kind: text(''),
  posts: text('1000'),
  seed: text('1'),
  faults: text('0.05'),
  portion: text(''),
  file: text(''),
};
const { values } = parseArgs({ options });
const chosen = kinds.find((name) => name === values.kind);

function planOf(kind: Kind): TrialPlan | null {
  const [posts, seed, faults] = [Number(values.posts), Number(values.seed), Number(values.faults)];
  const isWhole = Number.isSafeInteger(posts) && posts > 0 && Number.isSafeInteger(seed);
  if (!isWhole || !(faults >= 0 && faults <= 1)) return null;
  const portion = values.portion === '' ? undefined : Number(values.portion);
  if (portion !== undefined && !(Number.isSafeInteger(portion) && portion > 0)) return null;
  return { kind, posts, seed, faults, portion };
}

const lines = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `    ${count}: ${name}\n`)
    .join('') || '    none\n';

async function postFile(path: string): Promise<void> {
  const { jobs, unread } = await readExport(readFileSync(path));
  process.stdout.write(`${jobs.length} jobs, ${unread} rows without a job\n`);
  for (const kind of chosen ? [chosen] : kinds.filter((name) => connectionOf(name).can.post)) {
    const { accepted, refused, truncated } = await postExport(kind, jobs);
    process.stdout.write(
      `${kind}: ${accepted} of ${jobs.length} accepted\n  refused\n${lines(refused)}  truncated (field, its length)\n${lines(truncated)}`,
    );
  }
}

const plan = chosen ? planOf(chosen) : null;
if (values.file !== '') await postFile(values.file);
else if (plan) {
  const end = await runTrial(plan);
  for (const [name, count] of Object.entries(end)) process.stdout.write(`${name}: ${count}\n`);
  process.exitCode = end.duplicates + end.lost === 0 ? 0 : 1;
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
