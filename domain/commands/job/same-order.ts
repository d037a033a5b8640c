import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow, SameOrderChoice } from '#contract/rows/jobs.ts';
import { type Change, type CommandRefusal, command, type RowReader, type RowWrite } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

type Args = CommandArgs<'job.sameOrder.v1'>;
type Decision = Args['pairs'][number]['decision'];

const counterpart = { post: 'leave', leave: 'post', different: 'different' } as const;
const ofOther = (decision: Decision): Decision => (decision === null ? null : counterpart[decision]);

/**
 * Decides which of several jobs that look like one order is posted, or that they are different orders. Each choice is written
 * on both jobs, so collection keeps it.
 */
export const decideSameOrder = command('job.sameOrder.v1', {
  ...jobChange,
  heading: 'sameOrder',
  describe: ({ pairs }, names) => {
    const post = pairs.find(({ decision }) => decision === 'post' || decision === 'leave');
    const ids = idsOf(pairs);
    if (post) {
      const chosen = post.decision === 'post' ? post.id : post.otherId;
      const others = ids.filter((id) => id !== chosen);
      return ['chooseSource', { job: names.of('job', [chosen]), other: names.of('job', others) }];
    }
    const jobs = names.of('job', ids);
    return pairs.some(({ decision }) => decision === 'different') ? ['separateOrders', { jobs }] : ['clearSameOrder', { jobs }];
  },
  needs: () => ['jobs.post'],
  touches: ({ pairs }) => keysOf('job', idsOf(pairs)),
  compares: () => ['sameOrder'],
  compared: { sameOrder: { label: 'sameOrder' } },
  // Another choice about the same jobs is another person's decision. A choice about a third job does not matter here.
  onDrift: ({ pairs }, key, _field, now) => {
    const row = now.get('job', key.id);
    const decided = choicesFor(pairs, key.id).some(({ otherId, decision }) => {
      const current = decisionAbout(row, otherId);
      return current !== null && current !== decision;
    });
    return decided ? 'conflict' : 'overwrite';
  },
  apply: (rows, { pairs }) => {
    const problem = pairs.map((pair) => problemOf(rows, pair)).find((found) => found !== null);
    if (problem) return { ok: false, error: problem };
    const ids = idsOf(pairs);
    const writes = ids.flatMap((id): RowWrite[] => {
      const job = rows.get('job', id);
      const next = job && withChoices(job, choicesFor(pairs, id), rows);
      return next && next !== job ? [{ collection: 'job', row: next }] : [];
    });
    return { ok: true, value: { writes, result: { done: ids, refused: [] } } };
  },
  inverse: ({ pairs }, before) => {
    const images = new Map(imagesOf('job', before).map(({ id, fields }) => [id, fields]));
    const restored = pairs.flatMap(({ id, otherId }) => {
      const was = images.get(id)?.sameOrder;
      return was === undefined && !images.has(id)
        ? []
        : [{ id, otherId, decision: was?.find(({ jobId }) => jobId === otherId)?.decision ?? null }];
    });
    return restored.length === 0 ? [] : [{ name: 'job.sameOrder.v1', args: { pairs: restored } } satisfies Change];
  },
});

const idsOf = (pairs: Args['pairs']): number[] =>
  [...new Set(pairs.flatMap(({ id, otherId }) => [id, otherId]))].sort((a, b) => a - b);

/** What the pairs say about one job, from its point of view. */
const choicesFor = (pairs: Args['pairs'], jobId: number) =>
  pairs.flatMap(({ id, otherId, decision }) => {
    if (id === jobId) return [{ otherId, decision }];
    return otherId === jobId ? [{ otherId: id, decision: ofOther(decision) }] : [];
  });

const decisionAbout = (job: JobRow | undefined, otherId: number): Decision =>
  job?.sameOrder?.find(({ jobId }) => jobId === otherId)?.decision ?? null;

function problemOf(rows: RowReader, { id, otherId }: Args['pairs'][number]): CommandRefusal | null {
  const [job, other] = [rows.get('job', id), rows.get('job', otherId)];
  if (!job || !other) return { code: 'not_found', message: 'One of the jobs no longer exists.' };
  if (job.sourceId !== other.sourceId) return null;
  const message = `Jobs ${job.providerJobId} and ${other.providerJobId} are both from ${job.source}: choose jobs of different sources.`;
  return { code: 'invalid', message, field: 'pairs' };
}

function withChoices(job: JobRow, choices: ReturnType<typeof choicesFor>, rows: RowReader): JobRow {
  if (choices.every(({ otherId, decision }) => decisionAbout(job, otherId) === decision)) return job;
  const about = new Set(choices.map(({ otherId }) => otherId));
  const said = choices.flatMap(({ otherId, decision }): SameOrderChoice[] => {
    const other = rows.get('job', otherId);
    return decision === null || !other ? [] : [{ jobId: otherId, name: `${other.source} ${other.providerJobId}`, decision }];
  });
  const kept = (job.sameOrder ?? []).filter(({ jobId }) => !about.has(jobId));
  return { ...job, sameOrder: [...kept, ...said].sort((a, b) => a.jobId - b.jobId) };
}
