import { resolve } from 'node:path';
import { buildFeedParser, buildRuleWorker } from '#tests/corpus/build-feed-parser.ts';
import { type Caller, type MeasuredService, timed } from './measured-service.ts';
import { vendorFile } from './vendor-file.ts';

/** Uploads a vendor's file of `jobs` orders and stages it, then stages the same file again, which must change nothing. */
export async function measureStaging(service: MeasuredService, caller: Caller, jobs: number) {
  const forgetParser = await buildFeedParser(resolve('.'));
  const forgetWorker = await buildRuleWorker(resolve('.'));
  try {
    const preview = await timed(() => upload(caller, jobs));
    const commit = await timed(() => stage(caller, preview.value.file));
    const again = await upload(caller, jobs);
    const unchanged = await timed(() => stage(caller, again.file));
    const staged = await service.db
      .selectFrom('job')
      .select(({ fn }) => [fn.countAll<number>().as('jobs'), fn.count<number>('facility_value_id').as('mapped')])
      .where('customer_id', '=', caller.customerId)
      .executeTakeFirstOrThrow();
    const wrong = [
      ...(preview.value.jobs === jobs ? [] : [`${preview.value.jobs} of ${jobs} rows were read`]),
      ...(commit.value.added === jobs ? [] : [`${commit.value.added} of ${jobs} jobs were added`]),
      ...(unchanged.value.same === jobs ? [] : [`${unchanged.value.same} of ${jobs} jobs were found unchanged`]),
      ...(staged.jobs === jobs && staged.mapped === jobs
        ? []
        : [`${staged.jobs} jobs stand there, ${staged.mapped} with a facility`]),
    ];
    return { previewMs: preview.ms, commitMs: commit.ms, unchangedMs: unchanged.ms, wrong };
  } finally {
    forgetParser();
    forgetWorker();
  }
}

async function upload(caller: Caller, jobs: number): Promise<{ file: string; jobs: number }> {
  const body = new FormData();
  body.append('file', new Blob([vendorFile(jobs)], { type: 'text/csv' }), 'jobs.csv');
  const reply = await caller.send(`/api/upload/jobs/${caller.customerId}`, { method: 'POST', body });
  return (await reply.json()) as { file: string; jobs: number };
}

async function stage(
  caller: Caller,
  file: string,
  source = 'Harbor VMS',
): Promise<{ added: number; changed: number; same: number }> {
  const reply = await caller.send(`/api/upload/jobs/commit/${caller.customerId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file, source }),
  });
  return (await reply.json()) as { added: number; changed: number; same: number };
}

/** Stages a vendor's file of a source that has no jobs yet. Returns the milliseconds. */
export async function stageNew(caller: Caller, jobs: number, source: string): Promise<number> {
  const forgetParser = await buildFeedParser(resolve('.'));
  const forgetWorker = await buildRuleWorker(resolve('.'));
  try {
    const { file } = await upload(caller, jobs);
    const { ms, value } = await timed(() => stage(caller, file, source));
    if (value.added !== jobs) throw new Error(`${value.added} of ${jobs} jobs were added`);
    return ms;
  } finally {
    forgetParser();
    forgetWorker();
  }
}

/** Fills a customer with a few jobs, without measuring. */
export async function fill(caller: Caller, jobs: number): Promise<void> {
  const forgetParser = await buildFeedParser(resolve('.'));
  const forgetWorker = await buildRuleWorker(resolve('.'));
  try {
    await stage(caller, (await upload(caller, jobs)).file);
  } finally {
    forgetParser();
    forgetWorker();
  }
}
