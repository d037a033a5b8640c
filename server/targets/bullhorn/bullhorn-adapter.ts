import * as z from 'zod';
import type { MapKind } from '#contract/rows.ts';
import type { CheckAnswer, FindAnswer, JobOrder, ListedValue, PostAnswer, TargetAdapter } from '../target-adapter.ts';
import {
  type BullhornAnswer,
  type BullhornSession,
  BullhornSignInRefused,
  BullhornUnreachable,
  wordsOf,
} from './bullhorn-session.ts';
import { type BullhornDefaults, jobOrderBody } from './job-order.ts';

/** What the adapter uses of a session. */
type Session = Pick<BullhornSession, 'call'>;

const Changed = z.object({ changedEntityId: z.number() });
const Page = z.object({ data: z.array(z.record(z.string(), z.unknown())), total: z.number().optional() });
const Options = z.object({ data: z.array(z.object({ value: z.union([z.number(), z.string()]), label: z.string() })) });

const pageSize = 500;

/**
 * Posts job orders to Bullhorn's REST API. Bullhorn has no idempotency key: the reference stands in `externalID`, is looked
 * up through `query` (the database, not the lagging search index), and a doubtful call is never simply repeated.
 */
export function bullhornAdapter(session: Session, defaults: BullhornDefaults): TargetAdapter {
  return {
    nativeIdempotency: false,
    post: (order) => post(session, defaults, order),
    find: (reference) => find(session, reference),
    check: () => check(session),
    list: (kind) => list(session, kind),
  };
}

async function post(session: Session, defaults: BullhornDefaults, order: JobOrder): Promise<PostAnswer> {
  let answer: BullhornAnswer;
  try {
    answer = await session.call('PUT', 'entity/JobOrder', jobOrderBody(order, defaults));
  } catch (error) {
    if (error instanceof BullhornSignInRefused) return { kind: 'refused', words: error.message };
    if (error instanceof BullhornUnreachable) {
      return { kind: error.sent ? 'unknown' : 'later', words: `Bullhorn could not be reached: ${error.message}` };
    }
    throw error;
  }
  const made = Changed.safeParse(answer.body);
  if (made.success)
    return {
      kind: 'done',
      externalId: String(made.data.changedEntityId),
      words: await attach(session, made.data.changedEntityId, order),
    };
  const words = wordsOf(answer);
  if (answer.status === 429) return { kind: 'later', words: words ?? 'Bullhorn asks for fewer calls' };
  // A 4xx with Bullhorn's own words is a definite no; anything else may have been made before it broke.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && words !== null) return { kind: 'refused', words };
  return { kind: 'unknown', words: words ?? `Bullhorn answered ${answer.status}` };
}

/** To-many fields are refused in the create body: degree (category) and specialty follow one by one. Words where one failed. */
async function attach(session: Session, id: number, { mapped }: JobOrder): Promise<string | null> {
  const failures: string[] = [];
  const parts = [
    ['categories', mapped.degree],
    ['specialties', mapped.specialty],
  ] as const;
  for (const [field, value] of parts) {
    if (value === null) continue;
    try {
      const answer = await session.call('PUT', `entity/JobOrder/${id}/${field}/${value.extId}`);
      if (answer.status >= 400) failures.push(`${field}: ${wordsOf(answer) ?? answer.status}`);
    } catch (error) {
      failures.push(`${field}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures.length > 0 ? `Posted, but not attached: ${failures.join('; ')}` : null;
}

async function find(session: Session, reference: string): Promise<FindAnswer> {
  // References are base32: no quote can stand in them.
  const query = new URLSearchParams({ where: `externalID='${reference}'`, fields: 'id,externalID', count: '2' });
  return answered(async () => {
    const answer = await session.call('GET', `query/JobOrder?${query.toString()}`);
    const page = Page.safeParse(answer.body);
    if (!page.success) return { kind: 'unknown', words: wordsOf(answer) ?? `Bullhorn answered ${answer.status}` };
    const first = page.data.data[0];
    return first ? { kind: 'found', externalId: String(first['id']) } : { kind: 'absent' };
  });
}

async function answered(ask: () => Promise<FindAnswer>): Promise<FindAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BullhornUnreachable || error instanceof BullhornSignInRefused)
      return { kind: 'unknown', words: error.message };
    throw error;
  }
}

async function check(session: Session): Promise<CheckAnswer> {
  try {
    const answer = await session.call('GET', 'ping');
    return answer.status === 200
      ? { kind: 'ok' }
      : { kind: 'failed', words: wordsOf(answer) ?? `Bullhorn answered ${answer.status}` };
  } catch (error) {
    if (error instanceof BullhornUnreachable || error instanceof BullhornSignInRefused)
      return { kind: 'failed', words: error.message };
    throw error;
  }
}

const nothing = { address: null, city: null, state: null, zip: null };

async function list(session: Session, kind: MapKind): Promise<ListedValue[] | null> {
  try {
    if (kind === 'facility') return await clientCorporations(session);
    if (kind === 'degree')
      return await options(session, 'Category', (o) => ({
        kind,
        extId: String(o.value),
        name: o.label,
        parentId: null,
        ...nothing,
      }));
    if (kind === 'specialty') return await specialties(session);
    return await options(session, 'JobOrderShift', (o) => ({
      kind,
      extId: String(o.value),
      name: o.label,
      parentId: null,
      ...nothing,
    }));
  } catch (error) {
    if (error instanceof BullhornUnreachable || error instanceof BullhornSignInRefused) return null;
    throw error;
  }
}

async function options(session: Session, type: string, read: (option: { value: number | string; label: string }) => ListedValue) {
  const answer = await session.call('GET', `options/${type}?count=${pageSize}`);
  const parsed = Options.safeParse(answer.body);
  return parsed.success ? parsed.data.data.map(read) : null;
}

const Corporation = z.object({
  id: z.number(),
  name: z.string(),
  address: z.object({ address1: z.string(), city: z.string(), state: z.string(), zip: z.string() }).partial().nullish(),
});
const SpecialtyRow = z.object({ id: z.number(), name: z.string(), parentCategory: z.object({ id: z.number() }).nullish() });

async function clientCorporations(session: Session): Promise<ListedValue[] | null> {
  const rows = await allPages(session, 'search/ClientCorporation', { query: 'id:[1 TO *]', fields: 'id,name,address' });
  return (
    rows?.flatMap((row) => {
      const parsed = Corporation.safeParse(row);
      if (!parsed.success) return [];
      const { id, name, address } = parsed.data;
      const place = {
        address: address?.address1 ?? null,
        city: address?.city ?? null,
        state: address?.state ?? null,
        zip: address?.zip ?? null,
      };
      return [{ kind: 'facility' as const, extId: String(id), name, parentId: null, ...place }];
    }) ?? null
  );
}

async function specialties(session: Session): Promise<ListedValue[] | null> {
  const rows = await allPages(session, 'query/Specialty', { where: 'id>0', fields: 'id,name,parentCategory(id)' });
  return (
    rows?.flatMap((row) => {
      const parsed = SpecialtyRow.safeParse(row);
      if (!parsed.success) return [];
      const { id, name, parentCategory } = parsed.data;
      return [
        {
          kind: 'specialty' as const,
          extId: String(id),
          name,
          parentId: parentCategory ? String(parentCategory.id) : null,
          ...nothing,
        },
      ];
    }) ?? null
  );
}

async function allPages(
  session: Session,
  path: string,
  query: Record<string, string>,
): Promise<Record<string, unknown>[] | null> {
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const search = new URLSearchParams({ ...query, count: String(pageSize), start: String(rows.length), sort: 'id' });
    const answer = await session.call('GET', `${path}?${search.toString()}`);
    const page = Page.safeParse(answer.body);
    if (!page.success) return null;
    rows.push(...page.data.data);
    if (page.data.data.length < pageSize) return rows;
  }
}
