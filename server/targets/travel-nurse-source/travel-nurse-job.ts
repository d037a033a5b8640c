import { type DefaultIds, noDefaultIds, workTypeId } from '#domain/targets/settings/default-ids.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type { JobOrder } from '../adapter/target-adapter.ts';

const daysPerWeek = 7;

/**
 * The values of a job on TravelNurseSource. License and specialty are the site's own terms, which the agency keeps as the ids of its
 * lists. `isOpen` is no field of the site: a job that is over is deleted there. Pay is left out, because the terms of `payFrequency`
 * are not documented.
 */
export function travelNurseValues({ reference, job, mapped }: JobOrder, ids: DefaultIds = noDefaultIds): SentValues {
  const { facility, degree, specialty, shift } = mapped;
  const employmentType = workTypeId(job, ids);
  return {
    referenceNumber: reference,
    title: job.title ?? ([degree?.name, specialty?.name].filter(Boolean).join(' ') || 'Job order'),
    city: facility?.city ?? job.city,
    state: facility?.state ?? job.state,
    postalCode: facility?.zip ?? job.zip,
    license: degree?.extId ?? null,
    specialty: specialty?.extId ?? null,
    shift: shift?.name ?? job.shift,
    shiftsPerWeek: job.shiftsPerWeek,
    hoursPerShift: job.hoursPerShift,
    durationLength: job.durationDays === null ? null : Math.round(job.durationDays / daysPerWeek),
    durationUnit: job.durationDays === null ? null : 'week',
    startDate: job.startDate === null ? null : `${job.startDate}T12:00:00Z`,
    description: job.description ?? job.note ?? '',
    ...(employmentType !== null && { employmentType }),
    isOpen: job.status === 'Open',
  };
}
