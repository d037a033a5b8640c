import * as z from 'zod';
import type { AtsClient, CustomField, MakeAnswer, NewClient, TargetClients } from '../adapter/target-clients.ts';
import { readFrom } from '../adapter/written.ts';
import { readMeta } from './bullhorn-meta.ts';
import { type BullhornSession, errorMessage } from './bullhorn-session.ts';
import { written } from './written.ts';

const Client = z.object({
  id: z.number(),
  name: z.string(),
  address: z.object({ address1: z.string(), city: z.string(), state: z.string() }).partial().nullish(),
});
const One = z.object({ data: Client });
const Named = z.object({ data: z.array(Client) });
const Page = z.object({ data: z.array(Client), total: z.number() });
const fields = 'id,name,address';

/** Clients in Bullhorn: each is a ClientCorporation with a first ClientContact. */
export function bullhornClients(session: BullhornSession): TargetClients {
  return {
    byId: (id) =>
      orNull(async () => {
        const answer = await session.call('GET', `entity/ClientCorporation/${encodeURIComponent(id)}?fields=${fields}`);
        if (answer.status === 404) return 'absent';
        const read = One.safeParse(answer.body);
        return read.success ? clientOf(read.data.data) : null;
      }),
    named: (name) =>
      orNull(async () => {
        const query = new URLSearchParams({ where: `name='${name.replaceAll("'", "''")}'`, fields, count: '100' });
        const answer = await session.call('GET', `query/ClientCorporation?${query.toString()}`);
        const read = Named.safeParse(answer.body);
        return read.success ? read.data.data.map(clientOf) : null;
      }),
    search: (term, count, start) =>
      orNull(async () => {
        const query = term === '' ? 'id:[1 TO *]' : `name:(${luceneOf(term)}*)`;
        const search = new URLSearchParams({ query, fields, count: String(count), start: String(start), sort: 'name' });
        const answer = await session.call('GET', `search/ClientCorporation?${search.toString()}`);
        const read = Page.safeParse(answer.body);
        return read.success ? { total: read.data.total, data: read.data.data.map(clientOf) } : null;
      }),
    make: (client) => make(session, client),
    fields: (entity) => orNull(() => customFields(session, entity)),
    statuses: () => orNull(() => clientStatuses(session)),
  };
}

const clientOf = ({ id, name, address }: z.infer<typeof Client>): AtsClient => ({
  id: String(id),
  name,
  address: address?.address1 ?? null,
  city: address?.city ?? null,
  state: address?.state ?? null,
});

/** Escapes a term for Lucene. */
const luceneOf = (term: string): string => term.replaceAll(/[+\-!(){}[\]^"~*?:\\/&|]/g, '\\$&');

const orNull = <T>(ask: () => Promise<T | null>): Promise<T | null> => readFrom(ask, () => null);

/** Creates the client, then its contact. Without a reply, the client may exist, so nothing is sent again. */
async function make(session: BullhornSession, client: NewClient): Promise<MakeAnswer> {
  const { name, status, parentId, fields: custom } = client;
  const address = { address1: client.address, city: client.city, state: client.state, zip: client.zip, countryID: 1 };
  const body = {
    name,
    status: status === '' ? 'Active' : status,
    address,
    ...custom,
    ...(parentId === '' ? {} : { parentClientCorporation: { id: Number(parentId) } }),
  };
  const made = await written(session, 'PUT', 'entity/ClientCorporation', body);
  if (made.kind === 'done') return { kind: 'done', id: String(made.value), words: await addContact(session, made.value, client) };
  // If the call was not sent, nothing was created and the person may try again.
  return { kind: made.kind === 'unknown' ? 'unknown' : 'refused', words: made.words };
}

/** Adds the first contact of a new client. Returns a message if that failed; the client stays in any case. */
async function addContact(session: BullhornSession, id: number, { contact }: NewClient): Promise<string | null> {
  if (contact.firstName === '') return null;
  const { firstName, lastName } = contact;
  try {
    const body = { firstName, lastName, name: `${firstName} ${lastName}`.trim(), clientCorporation: { id }, status: 'Active' };
    const answer = await session.call('PUT', 'entity/ClientContact', body);
    return answer.status < 400 ? null : `The client was added, but not its contact: ${errorMessage(answer) ?? answer.status}`;
  } catch (error) {
    return `The client was added, but not its contact: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const types: Readonly<Record<string, CustomField['type']>> = {
  Integer: 'number',
  Double: 'number',
  BigDecimal: 'number',
  Timestamp: 'date',
  Date: 'date',
};

async function customFields(session: BullhornSession, entity: string): Promise<CustomField[] | null> {
  const read = await readMeta(session, entity);
  if (!read) return null;
  return read.map(({ name, label, required, dataType, options }) => ({
    name,
    label: label ?? name,
    required: required === true,
    type: options && options.length > 0 ? 'choice' : (types[dataType ?? ''] ?? 'text'),
    options: (options ?? []).map((option) => ({ id: String(option.value), name: option.label })),
  }));
}

async function clientStatuses(session: BullhornSession) {
  const read = await readMeta(session, 'ClientCorporation', ['status']);
  const status = read?.find(({ name }) => name === 'status');
  return status ? (status.options ?? []).map(({ value, label }) => ({ id: String(value), name: label })) : null;
}
