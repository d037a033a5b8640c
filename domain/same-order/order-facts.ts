import type { JobRow, SameOrderChoice } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { has } from '../jobs/flags.ts';
import { type MapValues, mappingOf } from '../jobs/mapping-of.ts';

/** The fields of a job that the comparison reads. */
type Compared = Pick<
  JobRow,
  | 'id'
  | 'sourceId'
  | 'source'
  | 'providerJobId'
  | 'vms'
  | 'msp'
  | 'state'
  | 'facility'
  | 'degree'
  | 'specialty'
  | 'shift'
  | 'unit'
  | 'workType'
  | 'startDate'
  | 'endDate'
  | 'hoursPerWeek'
  | 'billRate'
  | 'positions'
>;

/**
 * What two jobs are compared by. `facility`, `degree`, `specialty` and `shift` are keys: the value of the ATS where the job is mapped (`=12`),
 * else the vendor's text. `isLive`: the order can still be posted, or its post still counts.
 */
export type OrderFacts = Omit<Compared, MapKind | 'state'> & {
  readonly [kind in MapKind]: string | null;
} & {
  readonly isLive: boolean;
  readonly choices: readonly SameOrderChoice[];
  /** The order numbers that its id may carry (`orderNumbers`). */
  readonly numbers: readonly string[];
};

/** The columns that decide whether a job is live and what it is mapped to, in the form that devices keep them. */
export type OrderState = {
  readonly status: JobRow['status'];
  readonly chgMap: number;
  readonly wasAskedFor: boolean;
  readonly choices: readonly SameOrderChoice[];
};

/** The facts of a job. `mappedTo` gives the ATS value of a kind, or null. */
export function factsFrom(job: Compared, state: OrderState, mappedTo: (kind: MapKind) => string | null): OrderFacts {
  const key = (kind: MapKind): string | null => {
    const mapped = mappedTo(kind);
    if (mapped !== null) return `=${mapped}`;
    const text = plain(job[kind]);
    return text !== null && kind === 'facility' ? `${text} ${plain(job.state) ?? ''}` : text;
  };
  const { id, sourceId, source, providerJobId, vms, msp, unit, workType, startDate, endDate } = job;
  const { hoursPerWeek, billRate, positions } = job;
  return {
    id,
    sourceId,
    source,
    providerJobId,
    vms,
    msp,
    workType,
    startDate,
    endDate,
    hoursPerWeek,
    billRate,
    positions,
    unit: plain(unit),
    facility: key('facility'),
    degree: key('degree'),
    specialty: key('specialty'),
    shift: key('shift'),
    isLive: isLive(state),
    choices: state.choices,
    numbers: orderNumbers(providerJobId),
  };
}

/** The facts of a whole row. */
export const orderFacts = (job: JobRow, values: MapValues): OrderFacts =>
  factsFrom(
    job,
    { status: job.status, chgMap: job.chgMap, wasAskedFor: job.posts.length > 0, choices: job.sameOrder ?? [] },
    (kind) => mappingOf(job, kind, values)?.id ?? null,
  );

/** A hidden job that was never asked for is out of the way: people hide what they will not post. */
const isLive = ({ status, chgMap, wasAskedFor }: OrderState): boolean =>
  status === 'Open' && !has(chgMap, 'manuallyCancelled') && (wasAskedFor || !has(chgMap, 'hidden'));

/** A text without regard to case and spacing; null if nothing is left. */
export const plain = (text: string | null): string | null => text?.toLowerCase().replace(/\s+/g, ' ').trim() || null;

const dateLike = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

/**
 * The order numbers that an id of a vendor may carry: itself, and its runs of six digits or more, because resellers put a prefix
 * before the number. Shorter ids repeat by chance, and runs that are dates belong to many orders.
 */
export function orderNumbers(providerJobId: string): readonly string[] {
  const whole = providerJobId.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const runs = (providerJobId.match(/\d{6,}/g) ?? [])
    .map((run) => run.replace(/^0+/, ''))
    .filter((run) => run.length >= 6 && !dateLike.test(run));
  return [...new Set([...(whole.length >= 5 && /\d/.test(whole) && !dateLike.test(whole) ? [whole] : []), ...runs])];
}
