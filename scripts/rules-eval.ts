// npm run -s rules:eval -- --rules R.json --jobs J.json [--today yyyy-MM-dd] [--moment collection|export] [--trace]
// Prints for each job the rules that fired and the resulting fields, as JSON. docs/rules.md describes the formats.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluateFiles, JobEvaluationError } from '#bench/rules/evaluate-files.ts';

const USAGE =
  'usage: npm run -s rules:eval -- --rules RULES.json --jobs JOBS.json [--today yyyy-MM-dd] [--moment collection|export] [--trace]';

try {
  const { values } = parseArgs({
    options: {
      rules: { type: 'string' },
      jobs: { type: 'string' },
      today: { type: 'string' },
      moment: { type: 'string' },
      trace: { type: 'boolean' },
    },
    strict: true,
  });
  if (!values.rules || !values.jobs) throw new JobEvaluationError(USAGE);
  const answer = evaluateFiles(readJson(values.rules), readJson(values.jobs), {
    today: values.today ?? new Date().toISOString().slice(0, 10),
    moment: values.moment ?? 'collection',
    trace: values.trace ?? false,
  });
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
} catch (error) {
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof JobEvaluationError) && !isArgument) throw error;
  console.error(isArgument ? `${error.message}\n${USAGE}` : error.message);
  process.exitCode = 2;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new JobEvaluationError(
      `${file}: cannot be read as JSON (${error instanceof Error ? error.message : 'unknown reason'}).`,
    );
  }
}
