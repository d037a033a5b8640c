import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { type Clock, realClock } from '../adapter/clock.ts';
import { followedValues, madeValues, withoutEmpty } from '../adapter/order-values.ts';
import { instantOf, readOrder, shownOf } from '../adapter/read-order.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type { CheckAnswer, FindAnswer, PostAnswer, ReadAnswer, TargetAdapter, UpdateAnswer } from '../adapter/target-adapter.ts';
import type { Ask, TargetReply } from '../adapter/target-http.ts';
import { readFrom, textsIn, writtenBy } from '../adapter/written.ts';
import { crelateFields, referenceField } from './crelate-job.ts';

const { can } = connectionOf('crelate');
const name = 'Crelate';

/** The id of a written job. Where `api3` answers with it is not documented, so each place in use is read. */
const Made = z.union([
  z.object({ Id: z.string() }).transform(({ Id }) => Id),
  z.object({ Data: z.object({ Id: z.string() }) }).transform(({ Data }) => Data.Id),
]);
const Page = z.object({
  Data: z.array(z.object({ Id: z.string(), ExternalPrimaryKey: z.string().nullish() })),
  Metadata: z.object({ TotalCount: z.number() }),
});

const Job = z.looseObject({ Id: z.string() });
/** One job. Whether `api3` wraps it, as it wraps lists, is not documented, so both forms are read. */
const One = z.union([z.object({ Data: Job }).transform(({ Data }) => Data), Job]);

const pageSize = 100;
/** More pages take longer than a call may. */
const mostPages = 60;
/** Look-ups that come together share one reading: none of them can be about a call that was made within this time. */
const sharedMs = 2_000;

type Shelf = { readonly ids: ReadonlyMap<string, string>; readonly total: number };
type Access = { readonly ask: Ask; readonly url: string; readonly key: string; readonly clock: Clock };

/** Posts jobs to Crelate's API 3. It has no search by our reference, so a look-up reads the jobs page by page. */
export function crelateAdapter(access: Omit<Access, 'clock'> & { readonly clock: Clock | undefined }): TargetAdapter {
  const open = { ...access, clock: access.clock ?? realClock };
  const shelf = sharedReading(open);
  return {
    nativeIdempotency: can.nativeIdempotency,
    post: async (order): Promise<PostAnswer> => {
      const made = await write(open, 'POST', 'jobs', { ...madeValues(order, own), [referenceField]: order.reference });
      return made.kind === 'done' ? { kind: 'done', externalId: made.value, words: null } : made;
    },
    values: (order) => ({ ...followedValues(order, own), [referenceField]: order.reference }),
    closing: [],
    // Whether a PUT keeps the fields that it leaves out is not documented, so each sends all of ours.
    update: async (id, _changes, all): Promise<UpdateAnswer> => {
      const done = await write(open, 'PUT', `jobs/${encodeURIComponent(id)}`, all);
      if (done.kind === 'done') return { kind: 'done' };
      return done.status === 404
        ? { ...done, words: `Crelate has no job ${id} any more; re-create it with the job’s actions.` }
        : done;
    },
    find: (reference) => find(shelf, reference),
    read: (id, fields) => read(open, id, fields),
    check: () => check(open),
    fields: async () =>
      Object.entries(crelateFields).map(([field, type]) => ({
        label: field,
        name: field,
        length: null,
        type,
        picklistValues: [],
      })),
    list: async () => null,
  };
}

const own = [referenceField];
const noCompany = 'CompanyId: map the facility to a company of Crelate. Without its id, Crelate would create a new company.';

async function write(access: Access, method: 'POST' | 'PUT', path: string, values: SentValues) {
  if (values['CompanyId'] == null) return { kind: 'refused' as const, words: noCompany, status: 400 };
  const entity = withoutEmpty(values);
  return writtenBy({ name, read: ({ body }) => Made.safeParse(body).data, wordsOf: (reply) => textsIn(name, reply) }, () =>
    call(access, method, path, { entity }),
  );
}

const call = ({ ask, url, key }: Access, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<TargetReply> =>
  ask(`${url.replace(/\/$/, '')}/${path}`, {
    method,
    headers: { 'X-Api-Key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const find = (shelf: () => Promise<Shelf | string>, reference: string): Promise<FindAnswer> =>
  readFrom<FindAnswer>(
    async () => {
      const read = await shelf();
      if (typeof read === 'string') return { kind: 'unknown', words: read };
      const externalId = read.ids.get(reference);
      if (externalId !== undefined) return { kind: 'found', externalId };
      if (read.total <= mostPages * pageSize) return { kind: 'absent' };
      return { kind: 'unclear', words: `Crelate holds ${read.total} jobs, more than can be read to look for one.` };
    },
    (words) => ({ kind: 'unknown', words }),
  );

/** Reads the references of all jobs. A text says why they could not be read. */
function sharedReading(access: Access): () => Promise<Shelf | string> {
  let last: { readonly since: number; readonly shelf: Promise<Shelf | string> } | null = null;
  return () => {
    const now = access.clock.now();
    if (last === null || now - last.since > sharedMs) last = { since: now, shelf: readShelf(access) };
    return last.shelf;
  };
}

async function readShelf(access: Access): Promise<Shelf | string> {
  const ids = new Map<string, string>();
  for (let page = 0; ; page++) {
    const reply = await call(access, 'GET', `jobs?limit=${pageSize}&offset=${page * pageSize}`);
    const read = Page.safeParse(reply.body);
    if (!read.success) return textsIn(name, reply) ?? `Crelate answered ${reply.status}`;
    const { Data: rows, Metadata } = read.data;
    for (const row of rows) if (row.ExternalPrimaryKey) ids.set(row.ExternalPrimaryKey, row.Id);
    const isLast = rows.length < pageSize || page + 1 === mostPages;
    if (isLast) return { ids, total: Metadata.TotalCount };
  }
}

/** Reads one job by its id. A 404 in Crelate's own words means that the job is gone. */
const read = (access: Access, id: string, fields: readonly string[]): Promise<ReadAnswer> =>
  readOrder(async () => {
    const reply = await call(access, 'GET', `jobs/${encodeURIComponent(id)}`);
    if (reply.status === 404 && reply.body !== null) return { kind: 'absent' };
    const job = One.safeParse(reply.body);
    if (reply.status >= 400 || !job.success)
      return { kind: 'unknown', words: textsIn(name, reply) ?? `Crelate answered ${reply.status}` };
    const { ModifiedOn, ModifiedByName, IsOnHold } = job.data;
    const changedAt = instantOf(ModifiedOn);
    return {
      kind: 'found',
      values: shownOf(job.data, fields),
      open: typeof IsOnHold === 'boolean' ? !IsOnHold : null,
      ...(changedAt !== undefined && { changedAt }),
      ...(typeof ModifiedByName === 'string' && { changedBy: ModifiedByName }),
    };
  });

const check = (access: Access): Promise<CheckAnswer> =>
  readFrom<CheckAnswer>(
    async () => {
      const reply = await call(access, 'GET', 'jobs?limit=1&offset=0');
      if (Page.safeParse(reply.body).success) return { kind: 'ok' };
      return { kind: 'failed', words: textsIn(name, reply) ?? `Crelate answered ${reply.status}` };
    },
    (words) => ({ kind: 'failed', words }),
  );
