import type { JobRow } from '#contract/rows/jobs.ts';
import { has } from '#domain/jobs/flags.ts';
import { flagField } from '../kit/base-values.ts';
import type { Before, Drift, RowKey, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

const canceled = flagField('manuallyCancelled');

/** To cancel a job that another person reopened, or the reverse, is the only conflict among bits [S5]. */
const drift =
  (wanted: boolean) =>
  (_args: unknown, key: RowKey, _field: string, now: RowReader): Drift => {
    const job = now.get('job', key.id);
    return job && isCanceled(job) !== wanted ? 'conflict' : 'overwrite';
  };

export const isCanceled = (job: JobRow): boolean => has(job.chgMap, 'manuallyCancelled');

/** The common part of canceling and reopening. `wanted` is the value of the bit after the change. */
export const cancellation = (wanted: boolean) =>
  ({
    ...jobChange,
    needs: () => ['jobs.cancel'] as const,
    touches: ({ ids }: { readonly ids: readonly number[] }) => keysOf('job', ids),
    compares: () => [canceled] as const,
    compared: { [canceled]: { label: 'status', bit: 'canceled' } },
    onDrift: drift(wanted),
  }) as const;

/** The jobs whose bit a change set or cleared. */
export const movedIds = (before: readonly Before[]): number[] =>
  imagesOf('job', before).flatMap(({ id, fields }) => ('chgMap' in fields ? [id] : []));
