import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { SourceRow } from '#contract/rows/rows.ts';

/** The key of a job's `extra` that keeps the vendor's text of the status where it says more than the status itself. */
export const vendorStatusKey = 'vmsStatus';

/** What decides about a job's expanded status. `text` is the vendor's; null where it is the status itself. */
export type StatusOfVendor = Pick<JobRow, 'sourceId' | 'status'> & { readonly text: string | null };

/** The rows that say what vendors' texts mean to a customer. */
export type StatusBook = {
  readonly statuses: readonly CustomerStatusRow[];
  readonly sources: readonly Pick<SourceRow, 'id' | 'expandedStatuses'>[];
};

/** What decides about the expanded status of this job. */
export function statusOfVendor({ sourceId, status, extra }: Pick<JobRow, 'sourceId' | 'status' | 'extra'>): StatusOfVendor {
  return { sourceId, status, text: vendorTextIn(extra) };
}

/** The vendor's text of the status in a job's `extra`; null if it has none. */
export function vendorTextIn(extra: JobRow['extra']): string | null {
  const text = extra[vendorStatusKey];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** The status that was made the default last; the oldest one as long as none was. Null if there are none. */
export function defaultStatusOf(statuses: readonly CustomerStatusRow[]): CustomerStatusRow | null {
  const held = statuses.filter(({ purged }) => !purged);
  return held.reduce<CustomerStatusRow | null>((best, each) => (best && !comesBefore(each, best) ? best : each), null);
}

function comesBefore(one: CustomerStatusRow, other: CustomerStatusRow): boolean {
  const [mine, others] = [one.defaultAt ?? '', other.defaultAt ?? ''];
  return mine === others ? one.id < other.id : mine > others;
}

/** Why a status cannot have this name beside `others`, the customer's statuses, with the remedy; null if it can. Case does not matter. */
export function statusNameProblem(
  { id, name }: Pick<CustomerStatusRow, 'id' | 'name'>,
  others: readonly CustomerStatusRow[],
): string | null {
  const taken = others.some((other) => other.id !== id && !other.purged && other.name.toLowerCase() === name.toLowerCase());
  return taken ? 'A status with this name exists already. Choose another name.' : null;
}

/** The standard status that a name is; null for a name of the customer's own. */
export const standardNamed = (name: string): JobRow['status'] | null =>
  standards.find((each) => each.toLowerCase() === name.trim().toLowerCase()) ?? null;

const standards = ['Open', 'Filled', 'On Hold', 'Closed', 'Cancelled'] as const satisfies readonly JobRow['status'][];

/**
 * A function that gives the customer's own status of a job: the one that the customer says the vendor's text means, else the one
 * for the job's standard status, else the default. Null as long as the customer has no statuses. Nothing is stored with the
 * job, so that a renamed status or another meaning shows at once.
 */
export function expandedStatuses({ statuses, sources }: StatusBook): (job: StatusOfVendor) => CustomerStatusRow | null {
  const held = statuses.filter(({ purged }) => !purged);
  const byId = new Map(held.map((status) => [status.id, status]));
  const meanings = new Map(sources.map(({ id, expandedStatuses: of }) => [id, new Map(Object.entries(of ?? {}))]));
  const ofStandard = new Map(standards.map((standard) => [standard, statusFor(standard, held)]));
  const otherwise = defaultStatusOf(held);
  return ({ sourceId, status, text }) => {
    const meant = meanings.get(sourceId)?.get((text ?? status).toLowerCase());
    return byId.get(meant ?? Number.NaN) ?? ofStandard.get(status) ?? otherwise;
  };
}

/** Of several for a standard status, the one with its name. */
function statusFor(standard: JobRow['status'], held: readonly CustomerStatusRow[]): CustomerStatusRow | undefined {
  const all = held.filter((each) => each.standard === standard);
  return all.find(({ name }) => standardNamed(name) === standard) ?? all[0];
}
