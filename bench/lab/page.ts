import { benchJobs } from '#bench/rules/jobs.ts';
import { benchRules, ruleRowOf } from '#bench/rules/rules.ts';
import { JobRow } from '#contract/rows/jobs.ts';
import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';
import { addBlock, beginSnapshot, flipSnapshot } from '#src/store/snapshot-blocks.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import { LabClient } from '#src/workers/lab-client.ts';
import type { LabQuestion } from '#src/workers/rules/rule-lab.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';

const today = '2026-11-21';
const grounds = { today, pay: null, flags: [] };
const key = { origin: window.location.origin, userId: 1, customerId: 1, impersonation: null };
const blockRows = 2048;
/** The text typed at the end of a condition, key by key. */
const typed = '[State] not equal "zz" and [Bill Rate] greater than 60.25 and [Note] contains "float charge weekend"';

const columns = new Set(Object.keys(JobRow.shape));
const jobs: JobRow[] = [];
let lab = new LabClient(key);

const jobOf = (job: ReturnType<typeof benchJobs>[number], id: number): JobRow => {
  const own = Object.entries(job).filter(([name]) => columns.has(name));
  const extra = Object.entries(job).filter(([name]) => fieldKeyed(name)?.home === 'extra');
  return { ...aJob(), ...(Object.fromEntries(own) as Partial<JobRow>), status: 'Open', extra: Object.fromEntries(extra), id };
};

const draftOf = (source: string, ord: number): RuleDraft => ({ ...ruleRowOf(trial, true), source, ord });
const [trial] = benchRules(1, 7) as [ReturnType<typeof benchRules>[number]];

/** The functions that the benchmark process calls in this page. */
const bench = {
  /** Fills the store like a first sync. */
  async prepare(rows: number): Promise<void> {
    jobs.push(...benchJobs(rows, 1).map((job, i) => jobOf(job, i + 1)));
    const store = await openBrowserStore(key);
    const load = await beginSnapshot(store, 'bench');
    for (let from = 0; from < rows; from += blockRows)
      if (!(await addBlock(store, load, 'job', packColumns(jobs.slice(from, from + blockRows)))))
        throw new Error('a block was refused');
    await store.write((tx) => flipSnapshot(tx, load));
    store.close();
  },

  /** Measures the time from a new worker to the first answer, then after each key: milliseconds in the page and in the worker. */
  async type(ruleCount: number, edits: boolean): Promise<{ first: number; keys: number[]; inWorker: number[] }> {
    lab.stop();
    lab = new LabClient(key);
    const rules = benchRules(ruleCount, 2).map((rule) => ruleRowOf(rule, true));
    const middle = rules[rules.length >> 1];
    const ruleId = edits && middle ? middle.id : null;
    const keys: number[] = [];
    const inWorker: number[] = [];
    for (let end = typed.indexOf('60'); end < typed.length; end++) {
      const source = typed.slice(0, end).endsWith('"') ? typed.slice(0, end) : closed(typed.slice(0, end));
      if (source === null) continue;
      const question: LabQuestion = { draft: draftOf(source, middle?.ord ?? 0), ruleId, rules, pinned: [], grounds };
      const since = performance.now();
      const answer = await lab.answer(question);
      keys.push(performance.now() - since);
      inWorker.push(answer.ms);
    }
    const [first = Number.NaN, ...rest] = keys;
    return { first, keys: rest, inWorker: inWorker.slice(1) };
  },

  /** How the lab's counts differ from the plain evaluator's; null when they agree. */
  async difference(): Promise<string | null> {
    const draft = draftOf(typed, 1);
    const { matched } = await lab.answer({ draft, ruleId: null, rules: [], pinned: [], grounds });
    const prepared = prepareRules([{ ...ruleRowOf(trial, true), ...draft }], { moment: 'collection', today });
    const plain = jobs.filter((job) => applyRules(job, prepared).fired.length > 0).length;
    return matched === plain ? null : `the lab matched ${matched} jobs, the plain evaluator ${plain}`;
  },
};

/** Closes an open text like the editor; null in the middle of a keyword. */
function closed(source: string): string | null {
  if ((source.match(/"/g) ?? []).length % 2 === 1) return source.endsWith('"') ? null : `${source}"`;
  return /\d$/.test(source) ? source : null;
}

export type BenchLabPage = typeof bench;
Object.assign(window, { bench });
