import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Done, type Job, runJob } from './jobs.ts';

/** The running program. It is bundled, so a child process runs the same code. */
const program = process.argv[1] ?? '';

/** The main loop of a child process: runs one job after another until its parent disconnects. */
export function serveJobs(): void {
  const serve = async (job: Job) => {
    try {
      process.send?.(await runJob(job));
    } catch (error) {
      console.error(job, error);
      process.exit(1);
    }
  };
  process.on('message', (job: Job) => void serve(job));
  // The parent decides when to stop.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit(0));
}

const nameOf = (job: Job | Done): string => (job.do === 'bug' ? `bug ${job.name}` : `${job.do} ${job.first}`);

/** Keeps results on disk, so that an interrupted run can continue. Only valid for the same code and jobs. */
function openJournal(file: string | undefined, jobs: readonly Job[]): { known: Map<string, Done>; keep: (done: Done) => void } {
  const known = new Map<string, Done>();
  if (file === undefined) return { known, keep: () => undefined };
  const code = createHash('sha256').update(readFileSync(program)).digest('hex');
  const head = JSON.stringify({ code, jobs: createHash('sha256').update(JSON.stringify(jobs)).digest('hex') });
  if (existsSync(file)) {
    const [found, ...lines] = readFileSync(file, 'utf8').split('\n');
    if (found !== head) throw new Error(`${file} is the journal of another run: name another file, or remove it.`);
    // An interrupted run may have cut off the last line.
    for (const line of lines.slice(0, -1)) {
      const done = JSON.parse(line) as Done;
      known.set(nameOf(done), done);
    }
  }
  writeFileSync(file, [head, ...[...known.values()].map((done) => JSON.stringify(done)), ''].join('\n'));
  return { known, keep: (done) => appendFileSync(file, `${JSON.stringify(done)}\n`) };
}

/** Runs jobs in several processes. Results are in the order of the jobs. A process that exits early fails the run. */
export async function runAll(
  jobs: readonly Job[],
  options: { readonly processes: number; readonly journal?: string | undefined; readonly onDone: (done: Done) => void },
): Promise<Done[]> {
  const { known, keep } = openJournal(options.journal, jobs);
  for (const done of known.values()) options.onDone(done);
  const left = jobs.filter((job) => !known.has(nameOf(job)));
  const finish = (done: Done) => {
    known.set(nameOf(done), done);
    keep(done);
    options.onDone(done);
  };
  // When interrupted, reports the results so far.
  const stop = () => left.splice(0);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await Promise.all(Array.from({ length: Math.min(options.processes, left.length) }, () => work(left, finish)));
  return jobs.flatMap((job) => known.get(nameOf(job)) ?? []);
}

function work(left: Job[], finish: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    // Histories produce much short-lived garbage.
    const child: ChildProcess = fork(program, ['--worker'], { execArgv: ['--max-semi-space-size=64'] });
    let job: Job | undefined;
    const next = () => {
      job = left.shift();
      if (job) child.send(job);
      else child.disconnect();
    };
    child.on('message', (done: Done) => {
      finish(done);
      next();
    });
    child.on('exit', (code) => {
      if (job) reject(new Error(`a process ended with ${code} in ${nameOf(job)}`));
      else resolve();
    });
    next();
  });
}
