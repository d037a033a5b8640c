import type { RightName } from '#contract/kit/rights.ts';
import { ingest, withdraw } from '#domain/jobs/ingest.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { aSubmissionTarget } from '#tests/support/factories/submission-factory.ts';
import { destinationId, sourceId } from '../base/submission-disk.ts';
import type { Service } from './service.ts';
import { type AnyRow, type CustomerDisk, emptyCustomer, type Held, readerOf, type ServiceDisk } from './service-disk.ts';

/** A mark in every text of a customer, so that a text shown to another customer is detected [K6]. */
export const taint = (customerId: number): string => `«C${customerId}»`;
export const customerIds = [1, 2] as const;
const jobsAtFirst = 5;
const bornAt = '2026-11-01T00:00:00.000Z';

export const everyRight: readonly RightName[] = [
  'staging.read',
  'tasks.read',
  'rates.edit',
  'jobs.hold',
  'jobs.cancel',
  'jobs.post',
  'map.all',
];

/** Further rights in histories with submissions. People see everyone's, so that all devices of a customer hold the same rows. */
const submissionRights: readonly RightName[] = ['submissions.use', 'submissions.all'];

/** Ann and Ben belong to the first customer, Eve to the second. Ann is also linked to the second. */
export const people = [
  { id: 1, name: 'Ann', customerId: 1, links: [2] },
  { id: 2, name: 'Ben', customerId: 1, links: [] },
  { id: 3, name: 'Eve', customerId: 2, links: [] },
] as const;

const put = (customer: CustomerDisk, collection: Held['collection'], row: AnyRow, rev: number) =>
  void customer.rows.set(`${collection}/${row.id}`, { collection, id: row.id, rev, row });

/** The initial database: two customers with jobs, texts, lists, and a target. */
export function firstDisk(linked: boolean, submits: boolean): ServiceDisk {
  const customers = new Map(customerIds.map((id) => [id as number, firstCustomer(id)]));
  if (submits) for (const customer of customers.values()) addSubmissionTargets(customer);
  const rights = new Set([...everyRight, ...(submits ? submissionRights : [])]);
  const users = new Map(
    people.map((person) => [person.id as number, { ...person, links: new Set<number>(linked ? person.links : []), rights }]),
  );
  return { epoch: 'first', clean: false, recoveries: [], customers, users, sessions: new Map() };
}

function addSubmissionTargets(customer: CustomerDisk): void {
  for (const id of [sourceId, destinationId])
    put(customer, 'submissionTarget', aSubmissionTarget({ id, name: `${taint(customer.id)} target ${id}` }), ++customer.rev);
}

function firstCustomer(id: number): CustomerDisk {
  const customer = emptyCustomer(id);
  const mark = taint(id);
  put(customer, 'target', aTarget({ name: `${mark} Bullhorn`, mapsItself: false }), ++customer.rev);
  put(
    customer,
    'source',
    {
      id: 3,
      name: `${mark} Harbor`,
      alias: null,
      autoPost: false,
      aliases: [],
      members: [],
      expandedStatuses: {},
      autoPostTo: [],
    },
    ++customer.rev,
  );
  for (const [i, kind] of (['facility', 'degree', 'specialty', 'shift'] as const).entries()) {
    for (const [n, extId] of [`A-${kind}`, `B-${kind}`].entries()) {
      const listed = { id: 1 + i * 2 + n, targetId: 1, kind, extId, name: `${mark} ${extId}`, parentId: null };
      put(customer, 'atsValue', { ...listed, address: null, city: null, state: null, zip: null, active: true }, customer.rev + 1);
    }
    const mapped = { mappedId: `A-${kind}`, how: 'auto' as const, certainty: 97, suggestedId: `B-${kind}` };
    put(customer, 'mapValue', aValue(11 + i, kind, { text: `${mark} text ${i}`, twins: {}, ...mapped }), customer.rev + 1);
  }
  customer.rev += 1;
  for (let n = 1; n <= jobsAtFirst; n++) {
    put(
      customer,
      'job',
      aJob({ id: n, providerJobId: `HV-${n}`, title: `${mark} job ${n}`, firstSeenAt: bornAt }),
      ++customer.rev,
    );
  }
  return customer;
}

/** Writes rows in one transaction under the next revision. A null row is a deletion. */
function publishRows(service: Service, customer: CustomerDisk, rowsOfNow: () => readonly Omit<Held, 'rev'>[]): void {
  if (!service.up) return;
  void service
    .transact(customer, async (tx) => {
      const rows = rowsOfNow();
      if (rows.length === 0) return;
      const rev = customer.rev + 1;
      for (const { collection, id, row } of rows) {
        if (row === null && !service.seams.leavesTombstones) customer.rows.delete(`${collection}/${id}`);
        else tx.set(customer.rows, `${collection}/${id}`, { collection, id, rev, row });
      }
      tx.rev(customer, rev);
    })
    .catch(() => undefined);
}

/** A collection run: some jobs with new rates or texts, perhaps a new job, perhaps one that is no longer listed. */
export function collect(
  service: Service,
  customer: CustomerDisk,
  lots: { ids: readonly number[]; rate: number; newId: number | null; gone: number | null },
) {
  publishRows(service, customer, () => {
    const at = new Date(service.clock.now()).toISOString();
    const reader = readerOf(customer);
    const held = lots.ids.flatMap((id) => reader.get('job', id) ?? []);
    const outcomes = held.map((job) =>
      ingest(job, { billRate: lots.rate, title: `${taint(customer.id)} job ${job.id} at ${lots.rate}` }, job, at),
    );
    const missing = lots.gone === null || lots.ids.includes(lots.gone) ? undefined : reader.get('job', lots.gone);
    if (missing) outcomes.push(withdraw(missing, at));
    if (lots.newId !== null && !customer.rows.has(`job/${lots.newId}`))
      outcomes.push(newJob(customer, lots.newId, lots.rate, at));
    return outcomes.flatMap(({ row, written }) => (written ? [{ collection: 'job' as const, id: row.id, row }] : []));
  });
}

function newJob(customer: CustomerDisk, id: number, rate: number, at: string) {
  const place = { ...aJob(), id, providerJobId: `HV-${id}` };
  const { taskId, sourceId, source, providerJobId, facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = place;
  const where = { id, taskId, sourceId, source, providerJobId, facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
  return ingest(null, { title: `${taint(customer.id)} job ${id}`, billRate: rate }, where, at);
}

/** Removes a job. */
export function removeJob(service: Service, customer: CustomerDisk, id: number): void {
  publishRows(service, customer, () => (readerOf(customer).get('job', id) ? [{ collection: 'job', id, row: null }] : []));
}

/** The matcher maps a text that no user has mapped. */
export function autoMap(service: Service, customer: CustomerDisk, id: number): void {
  publishRows(service, customer, () => {
    const value = readerOf(customer).get('mapValue', id);
    if (!value || value.how === 'person' || value.by !== null) return [];
    const mappedId = value.mappedId === `A-${value.kind}` ? `B-${value.kind}` : `A-${value.kind}`;
    return [{ collection: 'mapValue', id, row: { ...value, mappedId, how: 'auto', certainty: 90 } }];
  });
}

/** Removes tombstones and moves the horizon (server/feed/retention.ts). */
export function forgetTombstones(service: Service, customer: CustomerDisk): void {
  if (!service.up) return;
  void service
    .transact(customer, async () => {
      const oldest = customer.rev;
      if (service.seams.movesHorizon) customer.minRev = Math.max(customer.minRev, oldest);
      for (const [key, { row, rev }] of customer.rows) if (row === null && rev <= oldest) customer.rows.delete(key);
    })
    .catch(() => undefined);
}
