import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { type DefaultIds, workTypeId } from '#domain/targets/settings/default-ids.ts';
import { begunFields, followedValues, madeValues, withoutEmpty } from '../adapter/order-values.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type { PostAnswer, SentOrder, TargetAdapter, UpdateAnswer } from '../adapter/target-adapter.ts';
import type { Ask, TargetReply } from '../adapter/target-http.ts';
import { readFrom, textsIn, writtenBy } from '../adapter/written.ts';

const { can } = connectionOf('travelNurseSource');
const name = 'TravelNurseSource';
/** The documented number of TravelNurseSource among the kinds of target. */
const travelNurseSource = 40;
/** The site's own terms for work types, of which Jobdock knows those that the agency entered. */
const workTypeField = 'employmentType';

/** Our reference, and whether the job is open, which is no field of the site: a job that is over is deleted there. */
const own = ['referenceNumber', 'isOpen'];

function ownValues({ reference, job }: SentOrder, ids: DefaultIds): SentValues {
  const workType = workTypeId(job, ids);
  return {
    referenceNumber: reference,
    isOpen: job.status === 'Open',
    ...(workType !== null && { [workTypeField]: workType }),
  };
}

const noReading = `${name} documents no call that shows a job, so Jobdock cannot see what it holds.`;

type Site = { readonly ask: Ask; readonly url: string; readonly key: string; readonly ids: DefaultIds };

/**
 * Posts jobs to TravelNurseSource, whose sister sites have the same API. A job is known by our reference alone: posting it again
 * updates it, and deleting it closes it. Jobs cannot be read there, so sending a reference again is its look-up.
 */
export function travelNurseAdapter(site: Site): TargetAdapter {
  return {
    nativeIdempotency: can.nativeIdempotency,
    async post(order): Promise<PostAnswer> {
      const done = await save(site, { ...madeValues(order, own), ...ownValues(order, site.ids) });
      return done.kind === 'done' ? { kind: 'done', externalId: order.reference, words: null } : done;
    },
    values: (order) => ({ ...followedValues(order, own), ...ownValues(order, site.ids) }),
    closing: ['isOpen'],
    async update(reference, changes, all): Promise<UpdateAnswer> {
      const isOver = changes['isOpen']?.after === false;
      const done = isOver ? await written(site, 'DELETE', [reference]) : await save(site, all);
      return done.kind === 'done' ? { kind: 'done' } : done;
    },
    find: async () => ({ kind: 'absent' }),
    read: async () => ({ kind: 'unclear', words: noReading }),
    check: () =>
      readFrom(
        async () => {
          const reply = await call(site, 'GET', 'leads.json');
          if (reply.status === 200 && reply.body !== null) return { kind: 'ok' };
          return { kind: 'failed', words: textsIn(name, reply) ?? `${name} answered ${reply.status}` };
        },
        (words) => ({ kind: 'failed', words }),
      ),
    fields: async () =>
      [...new Set(['referenceNumber', ...begunFields(travelNurseSource), workTypeField])].map((field) => ({
        label: field,
        name: field,
        length: null,
        type: '',
        picklistValues: [],
      })),
    list: async () => null,
  };
}

/** Posts one job, in a list as the site's own imports and feeds have them. */
const save = (site: Site, values: SentValues) => {
  const { isOpen: _isOpen, ...job } = values;
  return written(site, 'POST', [withoutEmpty(job)]);
};

/** What the site answers to a success is not documented: any JSON or an empty answer counts, an HTML page does not. */
const written = (site: Site, method: 'POST' | 'DELETE', body: unknown) =>
  writtenBy(
    {
      name,
      read: (reply) => (reply.status < 300 && !isPage(reply) ? true : undefined),
      wordsOf: (reply) => (isPage(reply) ? null : (textsIn(name, reply) ?? `${name} answered ${reply.status}`)),
    },
    () => call(site, method, 'jobs.json', body),
  );

const isPage = ({ headers, body }: TargetReply): boolean =>
  body === null && (headers['content-type'] ?? '').includes('text/html');

const call = ({ ask, url, key }: Site, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<TargetReply> =>
  ask(`${url.replace(/\/$/, '')}/${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
