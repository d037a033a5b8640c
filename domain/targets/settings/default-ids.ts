import type { JobRow } from '#contract/rows/jobs.ts';

/** The ATS's own ids of work types and statuses. Blank: none was entered. */
export type DefaultIds = {
  readonly defaultTravelId: string;
  readonly defaultPermanentId: string;
  readonly defaultPerDiemId: string;
  readonly defaultOpenId: string;
  readonly defaultCancelledId: string;
};

const orNull = (id: string): string | null => (id.trim() === '' ? null : id.trim());

/** The ATS's id of a job's work type (1 travel, 2 permanent, 3 per diem); null where none was entered or the job has none. */
export function workTypeId(job: Pick<JobRow, 'workType'>, ids: DefaultIds): string | null {
  const byType: Readonly<Record<number, string>> = { 1: ids.defaultTravelId, 2: ids.defaultPermanentId, 3: ids.defaultPerDiemId };
  return orNull(byType[job.workType ?? 0] ?? '');
}

export const noDefaultIds: DefaultIds = {
  defaultTravelId: '',
  defaultPermanentId: '',
  defaultPerDiemId: '',
  defaultOpenId: '',
  defaultCancelledId: '',
};

/** Why an order was canceled, unless the agency says something else (documented). */
export const usualVoidReason = 'Cancelled by source';
