import type { JobRow } from '#contract/rows/jobs.ts';
import { blankCollected } from '#domain/jobs/blank-job.ts';
import type { GivenPlace, GivenValues } from '#domain/jobs/ingest.ts';
import { withReadings } from '#domain/readings/readings.ts';
import { noValues, type ValueIds } from '#server/mapping/values/distinct-values.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import type { JobTask } from '#server/rules/apart/rule-work.ts';
import type { KnownReadings, ReadingQuestion } from '#server/rules/readings/known-readings.ts';

/** The owner of collected jobs. `taskId` is null for an uploaded file. */
export type StagePlace = {
  readonly customerId: number;
  readonly taskId: number | null;
  readonly sourceId: number;
  readonly source: string;
};

/**
 * What collection gives for one job, and the work that it means for the rules. Where the feed gives no shift or no bill rate, they are read
 * from the description; `asked` is set where a model is to read it too.
 */
export function collectedOf(
  job: ReadJob,
  current: JobRow | null,
  place: StagePlace,
  ids: number[],
  { reader, asks }: KnownReadings,
) {
  const { providerJobId } = job;
  const values: GivenValues = Object.assign({ ...blankCollected }, job, { providerJobId: undefined, record: undefined });
  // A job that is known keeps its status until somebody says what the vendor's text means.
  const given = job.statusUnknown && current !== null ? { ...values, status: undefined } : values;
  const where: GivenPlace = {
    ...textsOf(current),
    id: current?.id ?? ids.pop() ?? 0,
    // An uploaded file updates a task's job without taking it from the task.
    taskId: place.taskId ?? current?.taskId ?? null,
    sourceId: place.sourceId,
    source: place.source,
    providerJobId,
  };
  const { given: read, wants } = withReadings(given, current, reader);
  const task: JobTask = { kind: 'given', current, given: read, place: where, source: place.source };
  const description = (job.description ?? '').trim();
  const asked: ReadingQuestion | null = wants && asks(description) ? { description, jobId: where.id } : null;
  return { job, current, given: values, task, asked };
}

/** The distinct texts that a job has so far. */
function textsOf(job: JobRow | null): ValueIds {
  if (!job) return noValues;
  const { facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = job;
  return { facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
}
