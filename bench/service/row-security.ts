import { type Caller, type MeasuredService, timed } from './measured-service.ts';
import { measurePull } from './reading.ts';
import { measureReplay } from './replay.ts';
import { stageNew } from './staging.ts';

/** Figures of one kind of work with row level security and without, one per round; more is better. */
type Figures = { readonly what: string; readonly unit: string; readonly limited: number[]; readonly unlimited: number[] };
type Work = (at: readonly Caller[]) => Promise<number>;
type Sizes = { readonly jobs: number; readonly changes: number; readonly rounds: number };

/** The same work at two new services on one database, in turns: who begins changes with each round. */
export async function measureRowSecurity(service: MeasuredService, { jobs, changes, rounds }: Sizes) {
  // Both are new: a service that has worked for a while is slower than a new one.
  const [withIt, without] = [await service.another(true), await service.another(false)];
  const wrong: string[] = [];
  const works: readonly (readonly [string, string, number, Work])[] = [
    // One round of lanes side by side differs from the next by a tenth, which is more than the cost to find.
    ['replay', 'changes/s', rounds * 4, (at) => replayed(service, at, changes, wrong)],
    ['pulls', 'rows/s', rounds, (at) => pulled(service, at, Math.min(1000, changes), wrong)],
    ['small reads', 'calls/s', rounds, (at) => small(at)],
    ['staging', 'rows/s', rounds, (at) => staged(at, jobs)],
  ];
  const figures: Figures[] = [];
  for (const [what, unit, times, work] of works) {
    figures.push({
      what,
      unit,
      ...(await inTurns(
        () => work(withIt.callers),
        () => work(without.callers),
        times,
      )),
    });
  }
  await withIt.end();
  await without.end();
  return { figures, wrong };
}

/** One round more than asked for: the first one warms both up. */
async function inTurns(withIt: () => Promise<number>, without: () => Promise<number>, rounds: number) {
  const [limited, unlimited]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    if (round % 2 === 1) unlimited.push(await without());
    limited.push(await withIt());
    if (round % 2 === 0) unlimited.push(await without());
  }
  return { limited: limited.slice(1), unlimited: unlimited.slice(1) };
}

async function replayed(service: MeasuredService, callers: readonly Caller[], changes: number, wrong: string[]) {
  const result = await measureReplay(service, callers, changes);
  wrong.push(...result.wrong);
  return result.perSecond;
}

let sources = 0;

async function staged([caller]: readonly Caller[], jobs: number): Promise<number> {
  if (!caller) throw new Error('no one is signed in');
  return (jobs * 1000) / (await stageNew(caller, jobs, `Vendor ${++sources}`));
}

const reads = ['/api/user/role', '/api/user/prefs', '/api/customer/targets/me'];
const readsAtOnce = 8;

/** Single statements outside of transactions. */
async function small([caller]: readonly Caller[]): Promise<number> {
  if (!caller) throw new Error('no one is signed in');
  const each = 40;
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: readsAtOnce }, async () => {
        for (let n = 0; n < each; n++) await (await caller.send(reads[n % reads.length] ?? '')).arrayBuffer();
      }),
    ),
  );
  return (each * readsAtOnce * 1000) / ms;
}

async function pulled(service: MeasuredService, [caller]: readonly Caller[], rows: number, wrong: string[]): Promise<number> {
  if (!caller) throw new Error('no one is signed in');
  const pull = await measurePull(service, caller, rows);
  wrong.push(...pull.wrong);
  return (pull.rows * 1000) / pull.ms;
}
