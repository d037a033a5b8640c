import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { flag, has } from '#domain/jobs/flags.ts';
import { mappingOf } from '#domain/jobs/mapping-of.ts';
import type { JobFilter } from '#domain/staging/documented-filter.ts';
import { zipPlaces } from '#server/kit/lib/zip-places.ts';

export type FilterWorld = {
  readonly target: TargetRow;
  readonly values: ReadonlyMap<number, MapValueRow>;
  readonly now: Date;
  readonly zone: string;
};

/** The documented filter as one function over one job, written from the documents and not from the query: the reference of tests. */
export function jobMatches(job: JobRow, filter: JobFilter, world: FilterWorld): boolean {
  const { newjobs = 0 } = filter;
  const asked = newjobs === 9 ? 2 : newjobs === 10 && (filter.jstatus ?? 0) > 2 ? 0 : (filter.jstatus ?? 0);
  const is = (bit: number) => (job.chgMap & bit) !== 0;
  const posted = job.posts.some((post) => post.targetId === world.target.id && post.state === 'done');
  const statuses: Record<number, boolean> = {
    0: true,
    1: !posted,
    2: job.status === 'Open' && !is(flag.hidden) && !is(flag.manuallyCancelled),
    3: job.status === 'Cancelled' || is(flag.manuallyCancelled),
    4: is(flag.onHold),
    5: is(flag.hidden),
  };
  return (
    (filter.all === 1 || asked === 5 || !is(flag.hidden)) &&
    statuses[asked] === true &&
    (filter.imported !== 2 || posted) &&
    mappingMatches(job, filter, world) &&
    textsMatch(job, filter) &&
    daysMatch(job, filter, world) &&
    (!filter.wt || job.workType === filter.wt) &&
    ((filter.sid ?? 0) < 1 || job.sourceId === filter.sid) &&
    placeMatches(job, filter)
  );
}

function mappingMatches(job: JobRow, filter: JobFilter, { target, values }: FilterWorld): boolean {
  const isMapped = (kind: MapKind) => mappingOf(job, kind, values) !== null;
  const asks = (code: number | undefined, mapped: boolean) => !code || (code === 1) === mapped;
  const own = job.facilityMap !== null;
  const certainty = own ? null : (values.get(job.facilityValueId ?? 0)?.certainty ?? null);
  const classes = { low: 'low', middle: 'middle', high: 'high' } as const;
  const isOf = certainty === null ? null : certainty < 80 ? classes.low : certainty < 90 ? classes.middle : classes.high;
  return (
    asks(filter.mappingStatus, target.maps.every(isMapped)) &&
    asks(filter.fmapped, isMapped('facility')) &&
    asks(filter.dmapped, isMapped('degree')) &&
    asks(filter.smapped, isMapped('specialty')) &&
    asks(filter.shmapped, isMapped('shift')) &&
    (!filter.submitted || has(job.chgMap, 'submission') === (filter.submitted === 1)) &&
    (!filter.certainty || isOf === filter.certainty)
  );
}

function textsMatch(job: JobRow, filter: JobFilter): boolean {
  const holds = (own: string | null, wanted: string | undefined) =>
    !wanted || (own ?? '').toLowerCase().includes(wanted.trim().toLowerCase());
  const coded = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^texas$/, 'tx');
  const among = (own: string | null, wanted: string | undefined) =>
    !wanted || wanted.split(',').some((one) => coded(one) === own?.toLowerCase());
  return (
    holds(job.facility, filter.client) &&
    holds(job.degree, filter.cert) &&
    holds(job.specialty, filter.spec) &&
    holds(job.shift, filter.shift) &&
    holds(job.city, filter.city) &&
    holds(job.association, filter.association) &&
    holds(job.alias, filter.alias) &&
    holds(job.providerJobId, filter.jid) &&
    among(job.state, filter.state) &&
    among(job.status, filter.vendorStatus)
  );
}

function daysMatch(job: JobRow, filter: JobFilter, { now, zone }: FilterWorld): boolean {
  const dayOf = (instant: string | Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(instant));
  const within = (day: string | null, from: string | undefined, to: string | undefined) =>
    (!from || (day !== null && day >= from)) && (!to || (day !== null && day <= to));
  const [year = 0, month = 0, date = 0] = dayOf(now).split('-').map(Number);
  const yesterday = new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10);
  const seen = dayOf(job.firstSeenAt);
  const { newjobs = 0, sdate, edate } = filter;
  return (
    within(job.postedAt === null ? null : dayOf(job.postedAt), filter.posted, undefined) &&
    within(dayOf(job.changedAt), filter.changed, undefined) &&
    (newjobs === 10 ? within(seen, sdate, edate) : within(job.startDate, sdate, edate)) &&
    (newjobs !== 9 || seen >= yesterday)
  );
}

function placeMatches(job: JobRow, { zip, distance = 0 }: JobFilter): boolean {
  if (!zip) return true;
  const own = job.zip ?? '';
  if (distance === 0) return own.split('-').some((part) => part.startsWith(zip));
  const [here, there] = [zipPlaces()[zip], zipPlaces()[own.slice(0, 5)]];
  if (!here || !there || there.latitude === 0) return false;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [here, there].map((at) => [radians(at.latitude), radians(at.longitude)] as const);
  if (!a || !b) return false;
  const cosine = Math.sin(a[0]) * Math.sin(b[0]) + Math.cos(a[0]) * Math.cos(b[0]) * Math.cos(a[1] - b[1]);
  return 3958.8 * Math.acos(Math.min(1, cosine)) <= distance;
}
