import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reprocessTask } from '#contract/rules/rule-runs.ts';
import { createRule, updateRule } from '#contract/rules/rules.ts';
import { patternProblem } from '#domain/rules/language/pattern.ts';
import { writeRows } from '#server/feed/publish.ts';
import { ruleJobs } from '#server/rules/runs/rule-jobs.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';

// Runs rules over jobs with texts of 20 kB by the service's own path: the queue's handler reads the jobs, a thread runs the rules,
// and the handler writes the jobs. `PATTERN_JOBS` sets their number; the long form has 100,000.

const jobs = Number(process.env['PATTERN_JOBS'] ?? 40);
const isLong = process.env['PATTERN_JOBS'] !== undefined;
const prose = 'The registered nurse works nights at the hospital in Texas for 13 weeks, 36 hours a week. ';
const longText = prose.repeat(230).slice(0, 20_000);

/** A pattern of 2 kB whose parts can apply to a character in about 110 ways. */
const letters = Array.from({ length: 1800 }, (_, i) => ((i * 7) % 36).toString(36)).join('');
const costly = String.raw`(?:\w?){30}[0-9]z|${letters}`;
const harmless = 'campus';

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  for (let from = 1; from <= jobs; from += 200) {
    const rows = Array.from({ length: Math.min(200, jobs - from + 1) }, (_, i) =>
      aJob({ id: from + i, providerJobId: `P-${from + i}`, description: longText }),
    );
    await service.services.db.transaction().execute((tx) =>
      writeRows(
        tx,
        service.people.north,
        rows.map((row) => ({ collection: 'job', row }) as const),
      ),
    );
  }
}, 7_200_000);
afterAll(() => service.close());

test('a pattern of 2 kB over long texts never holds the event loop of the service', { timeout: 7_200_000 }, async () => {
  expect(costly.length).toBeGreaterThan(1700);
  expect(patternProblem(costly)).toBeNull();
  const held = {
    // The first run also loads the thread and the statements of the database.
    first: await runOver(harmless),
    harmless: await runOver(harmless),
    costly: await runOver(costly),
  };
  process.stdout.write(`${jobs} jobs of 20 kB, milliseconds of the service's event loop: ${JSON.stringify(held)}\n`);
  expect(held.costly.worst).toBeLessThan(250);
  if (isLong) expect(held.costly.usual).toBeLessThanOrEqual(50);
});

let made: { id: number; version: number } | undefined;

/** Runs one rule with the pattern over all jobs. Returns how long the loop was held: 99th percentile and longest. */
async function runOver(pattern: string): Promise<{ usual: number; worst: number; seconds: number }> {
  const operand = `/${pattern.replaceAll('|', String.raw`\|`)}/~found`;
  const rule = { name: 'Pattern', source: '', actionType: 3, fieldId: 33, operand, ord: 1, active: true } as const;
  made = (await (made
    ? service.call(updateRule, { ...rule, id: made.id, version: made.version }, chief)
    : service.call(createRule, rule, chief))) as { id: number; version: number };
  await service.call(reprocessTask, { cust: 'me', crawlerId: -1 }, chief);
  const since = performance.now();
  const stop = watchLoop();
  await runJobs(service.services.db, ruleJobs(service.services));
  const { usual, worst } = stop();
  const { rows } = await sql<{ state: string; seen: number }>`
    select state, seen from run where customer_id = ${service.people.north} order by id desc limit 1`.execute(
    service.services.db,
  );
  expect(rows[0]).toMatchObject({ state: 'done', seen: jobs });
  return { usual: Math.round(usual), worst: Math.round(worst), seconds: Math.round((performance.now() - since) / 1000) };
}
