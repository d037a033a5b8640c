import type { JobNoteRow } from '#contract/rows/job-note.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { RateFloorRow } from '#contract/rows/rate-floor.ts';
import type { AtsValueRow, MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { ingest } from '#domain/jobs/ingest.ts';

const bornAt = '2026-11-01T00:00:00.000Z';

/** A newly collected job for tests, with overrides. */
export function aJob(over: Partial<JobRow> = {}): JobRow {
  const place = {
    id: 7,
    taskId: 1,
    sourceId: 3,
    source: 'Harbor VMS',
    providerJobId: 'HV-7',
    facilityValueId: 11,
    degreeValueId: 12,
    specialtyValueId: 13,
    shiftValueId: 14,
  };
  const given = {
    title: 'RN ICU',
    facility: 'Mercy Hospital',
    degree: 'RN',
    specialty: 'ICU',
    shift: '3x12 Nights',
    startDate: '2026-12-01',
    durationDays: 91,
    billRate: 92.5,
  };
  return { ...ingest(null, given, place, bornAt).row, ...over };
}

/** A note of Ben's on that job, with overrides. */
export const aNote = (over: Partial<JobNoteRow> = {}): JobNoteRow => ({
  id: 9,
  ref: null,
  jobId: 7,
  authorId: 5,
  author: 'Ben',
  text: 'Rate agreed with the vendor',
  mentions: [],
  writtenAt: bornAt,
  editedAt: null,
  version: 1,
  by: 'Ben',
  at: bornAt,
  purged: false,
  ...over,
});

/** A floor of rates for tests that keeps jobs from being posted, without figures. */
export const aRateFloor = (over: Partial<RateFloorRow> = {}): RateFloorRow => ({
  id: 1,
  billRate: null,
  marginPerHour: null,
  marginPercent: null,
  preventsPosting: true,
  version: 1,
  by: 'Ben',
  at: bornAt,
  ref: null,
  purged: false,
  ...over,
});

/** A target for tests that requires a facility and a specialty. */
export const aTarget = (over: Partial<TargetRow> = {}): TargetRow => ({
  id: 1,
  typeId: 8,
  name: 'Bullhorn',
  maps: ['facility', 'specialty'],
  specialtyDependsOnDegree: false,
  disabled: false,
  canPost: true,
  checkState: 'ok',
  hierarchyLevel: 'both',
  posting: 'live',
  mappingRequired: true,
  takesOnly: null,
  ...over,
});

/** An ATS facility for tests, in Reno. */
export const aFacility = (id: number, name: string, over: Partial<AtsValueRow> = {}): AtsValueRow => ({
  id,
  targetId: 1,
  kind: 'facility',
  extId: `F${id}`,
  name,
  parentId: null,
  address: null,
  city: 'Reno',
  state: 'NV',
  zip: null,
  active: true,
  ...over,
});

/** A distinct, unmapped vendor text for tests. */
export const aValue = (id: number, kind: MapKind, over: Partial<MapValueRow> = {}): MapValueRow => ({
  id,
  targetId: 1,
  kind,
  sourceId: 3,
  text: `text ${id}`,
  within: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  mappedId: null,
  how: null,
  suggestedId: null,
  certainty: null,
  ignored: false,
  unique: false,
  by: null,
  at: null,
  firstSeenAt: bornAt,
  ...over,
});

/** The four texts of `aJob`, all mapped. */
export const mappedValues = (): Map<number, MapValueRow> =>
  new Map(
    (['facility', 'degree', 'specialty', 'shift'] as const).map((kind, i) => [
      11 + i,
      aValue(11 + i, kind, { mappedId: `A-${kind}`, how: 'person', certainty: 97, by: 'Ann', at: bornAt }),
    ]),
  );
