import * as z from 'zod';
import type { AtsField } from '#contract/posting/ats-fields.ts';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { followedValues, madeValues, withoutEmpty } from '../adapter/order-values.ts';
import type { Sent } from '../adapter/outbound.ts';
import { instantOf, readOrder, shownOf } from '../adapter/read-order.ts';
import type { CheckAnswer, FindAnswer, PostAnswer, ReadAnswer, TargetAdapter, UpdateAnswer } from '../adapter/target-adapter.ts';
import { type Ask, signInReply, type TargetReply, TargetSignInRefused } from '../adapter/target-http.ts';
import { sharedToken, withToken } from '../adapter/token.ts';
import { readFrom, type Written, writtenBy } from '../adapter/written.ts';
import { formPost, oauthAddress } from './salesforce-sign-in.ts';

const { can } = connectionOf('salesforce');
const name = 'Salesforce';

/** Where the jobs are kept: an object of the agency, with a unique external id field for our reference. */
export type SalesforcePlace = {
  /** The address of the agency's own domain in Salesforce. Secrets go there alone. */
  readonly url: string;
  readonly clientId: string;
  /** Blank for an app that a person signed in to. */
  readonly clientSecret: string;
  /** What a person's sign-in at Salesforce gave. Blank for an app that signs in with its own secret. */
  readonly refreshToken: string;
  /** Such as `v60.0`. */
  readonly apiVersion: string;
  readonly object: string;
  readonly externalIdField: string;
};

const Token = z.object({ access_token: z.string() });
const Problems = z.array(z.object({ message: z.string(), errorCode: z.string(), fields: z.array(z.string()).nullish() })).min(1);
const Saved = z.object({ id: z.string(), success: z.literal(true) });
const Record = z.object({ Id: z.string() });
const Described = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      length: z.number(),
      picklistValues: z.array(z.object({ value: z.string(), label: z.string().nullable() })).default([]),
    }),
  ),
});

type Call = (method: Sent['method'], path: string, body?: unknown) => Promise<TargetReply>;

/** Posts jobs as records of one object. The upsert by external id makes a second post of a reference an update. */
export function salesforceAdapter(ask: Ask, place: SalesforcePlace): TargetAdapter {
  const call = caller(ask, place);
  const byReference = (reference: string) => `${place.object}/${place.externalIdField}/${encodeURIComponent(reference)}`;
  const own = ['Id', place.externalIdField];
  const find = (reference: string) => findRecord(call, byReference(reference));
  return {
    nativeIdempotency: can.nativeIdempotency,
    async post(order): Promise<PostAnswer> {
      const done = await save(call, byReference(order.reference), withoutEmpty(madeValues(order, own)));
      if (done.kind !== 'done') return done;
      if (done.value !== null) return { kind: 'done', externalId: done.value, words: null };
      // Older versions answer an upsert of an existing record without its id.
      const found = await find(order.reference);
      if (found.kind === 'found') return { ...found, kind: 'done', words: null };
      return { kind: 'unknown', words: found.kind === 'absent' ? 'Salesforce does not show the record yet' : found.words };
    },
    values: (order) => followedValues(order, own),
    closing: [],
    async update(id, changes): Promise<UpdateAnswer> {
      const body = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [field, after]));
      const done = await save(call, `${place.object}/${encodeURIComponent(id)}`, body);
      if (done.kind === 'done') return { kind: 'done' };
      return done.status === 404
        ? { ...done, words: `Salesforce has no record ${id} any more; re-create it with the job’s actions.` }
        : done;
    },
    find,
    read: (id, names) => readRecord(call, `${place.object}/${encodeURIComponent(id)}`, names),
    check: (sent) => check(call, place, sent),
    fields: () => fields(call, place),
    list: async () => null,
  };
}

const wrongApp = 'Salesforce refused the client id or secret';
const signInEnded =
  'Salesforce no longer accepts the sign-in. Sign in at Salesforce again; the rotation of refresh tokens must be off in its app.';

/** How the app gets a token: as the person who signed in, else as itself. */
function grantOf({ clientId, clientSecret, refreshToken }: SalesforcePlace): Readonly<Record<string, string>> {
  const secret = clientSecret === '' ? {} : { client_secret: clientSecret };
  return refreshToken === ''
    ? { grant_type: 'client_credentials', client_id: clientId, ...secret }
    : { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, ...secret };
}

function caller(ask: Ask, place: SalesforcePlace): Call {
  const { origin } = new URL(place.url);
  const token = sharedToken(async () => {
    const reply = signInReply(await ask(oauthAddress(place.url, 'token'), formPost(grantOf(place))));
    const read = Token.safeParse(reply.body);
    if (!read.success) throw new TargetSignInRefused(place.refreshToken === '' ? wrongApp : signInEnded);
    return read.data.access_token;
  });
  return (method, path, body) =>
    withToken(token, (bearer) =>
      ask(`${origin}/services/data/${place.apiVersion}/sobjects/${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
}

/** Salesforce's messages, with the fields that they name. */
function wordsOf({ status, body }: TargetReply): string | null {
  if (status === 300) return 'Salesforce has several records with this reference: make the external id field unique there';
  const read = Problems.safeParse(body);
  if (!read.success) return null;
  return read.data.map(({ message, fields }) => (fields?.length ? `${fields.join(', ')}: ${message}` : message)).join(' · ');
}

const codesOf = (body: unknown): string[] => Problems.safeParse(body).data?.map(({ errorCode }) => errorCode) ?? [];

/** Whether Salesforce says that a record is not there, or in its bin. */
const isGone = ({ status, body }: TargetReply): boolean =>
  status === 404 && codesOf(body).some((code) => code === 'NOT_FOUND' || code === 'ENTITY_IS_DELETED');

/** The limit of a day is over: the call did not run. */
const limitReached = 'REQUEST_LIMIT_EXCEEDED';
const limitSeconds = 900;

/** Upserts or updates a record. The value is its id; null for an answer without one. */
async function save(call: Call, path: string, body: unknown): Promise<Written<string | null>> {
  let codes: string[] = [];
  const done = await writtenBy<string | null>(
    {
      name,
      read: ({ status, body: reply }) => (status === 204 ? null : Saved.safeParse(reply).data?.id),
      wordsOf,
      // Several records have the external id, and none was written.
      isRefusal: ({ status }) => status === 300,
    },
    async () => {
      const reply = await call('PATCH', path, body);
      codes = codesOf(reply.body);
      return reply;
    },
  );
  return done.kind === 'refused' && codes.includes(limitReached)
    ? { kind: 'later', words: done.words, waitSeconds: limitSeconds }
    : done;
}

const findRecord = (call: Call, path: string): Promise<FindAnswer> =>
  readFrom<FindAnswer>(
    async () => {
      const reply = await call('GET', path);
      const read = Record.safeParse(reply.body);
      if (reply.status === 200 && read.success) return { kind: 'found', externalId: read.data.Id };
      if (isGone(reply)) return { kind: 'absent' };
      const words = wordsOf(reply) ?? `Salesforce answered ${reply.status}`;
      return { kind: reply.status === 300 ? 'unclear' : 'unknown', words };
    },
    (words) => ({ kind: 'unknown', words }),
  );

/** When a record was changed last, which every object of Salesforce has. */
const lastModified = 'LastModifiedDate';
/** Where the usual lines of a field mapping say whether a job is open. An agency may have removed it. */
const isOpenField = 'Is_Open__c';

const readRecord = (call: Call, path: string, names: readonly string[]): Promise<ReadAnswer> =>
  readOrder(async () => {
    const asked = new URLSearchParams({ fields: [...new Set([lastModified, ...names])].join(',') });
    const reply = await call('GET', `${path}?${asked.toString()}`);
    if (isGone(reply)) return { kind: 'absent' };
    const record = z.looseObject({ Id: z.string() }).safeParse(reply.body);
    if (reply.status !== 200 || !record.success)
      return { kind: 'unknown', words: wordsOf(reply) ?? `Salesforce answered ${reply.status}` };
    const { [isOpenField]: isOpen, [lastModified]: modified } = record.data;
    const changedAt = instantOf(modified);
    return {
      kind: 'found',
      values: shownOf(record.data, names),
      open: typeof isOpen === 'boolean' ? isOpen : null,
      ...(changedAt !== undefined && { changedAt }),
    };
  });

const check = (call: Call, place: SalesforcePlace, sentFields: readonly string[]): Promise<CheckAnswer> =>
  readFrom<CheckAnswer>(
    async () => {
      const reply = await call('GET', `${place.object}/describe`);
      const read = Described.safeParse(reply.body);
      if (!read.success) return { kind: 'failed', words: wordsOf(reply) ?? `Salesforce answered ${reply.status}` };
      const has = new Set(read.data.fields.map((field) => field.name));
      const missing = [place.externalIdField, ...sentFields].filter((field) => !has.has(field));
      if (missing.length === 0) return { kind: 'ok' };
      return {
        kind: 'failed',
        words: `${place.object} lacks ${missing.join(', ')}: add these fields in Salesforce, or remove their lines from the field mapping`,
      };
    },
    (words) => ({ kind: 'failed', words }),
  );

const fields = (call: Call, place: SalesforcePlace): Promise<AtsField[] | null> =>
  readFrom<AtsField[] | null>(
    async () => {
      const read = Described.safeParse((await call('GET', `${place.object}/describe`)).body);
      if (!read.success) return null;
      return read.data.fields.map(({ name: field, label, type, length, picklistValues }) => ({
        label,
        name: field,
        length: length > 0 ? length : null,
        type,
        picklistValues: picklistValues.map((value) => ({ value: value.value, label: value.label ?? value.value })),
      }));
    },
    () => null,
  );
