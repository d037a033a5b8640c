import * as z from 'zod';
import type { MapKind } from '#contract/rows/rows.ts';
import { type ListFilter, passesFilter, readListFilter } from '#domain/targets/settings/list-filter.ts';
import { clientFilterFields, specialtyFilterFields } from '#domain/targets/settings/setting-fields.ts';
import type { ListedValue } from '../adapter/target-adapter.ts';
import { readFrom } from '../adapter/written.ts';
import type { Session } from './written.ts';

const Page = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
const Options = z.object({ data: z.array(z.object({ value: z.union([z.number(), z.string()]), label: z.string() })) });

const pageSize = 500;

/** Which clients and specialties the agency reads. `excluded`: statuses of clients in lower case. */
export type BullhornReads = {
  readonly clients: ListFilter;
  readonly specialties: ListFilter;
  readonly excluded: ReadonlySet<string>;
};

export const readsAll: BullhornReads = { clients: [], specialties: [], excluded: new Set() };

/** What an agency's settings let through. They were checked when they were saved; throws for a filter that cannot be read. */
export function readsOf(settings: {
  clientWhere: string;
  specialtyWhere: string;
  clientStatusesExclude: string[];
}): BullhornReads {
  const filter = (text: string, fields: readonly string[]): ListFilter => {
    const read = readListFilter(text, fields);
    if ('problem' in read) throw new Error(`the filter of a list cannot be read: ${read.problem}`);
    return read;
  };
  return {
    clients: filter(settings.clientWhere, clientFilterFields),
    specialties: filter(settings.specialtyWhere, specialtyFilterFields),
    excluded: new Set(settings.clientStatusesExclude.map((status) => status.toLowerCase())),
  };
}

const nothing = { address: null, city: null, state: null, zip: null };

/** Bullhorn documents `dateLastModified` for clients, but not for specialties, and its lists of options take no filter. */
export const listsByChange: readonly MapKind[] = ['facility'];

/**
 * The values of one list of Bullhorn, as far as the agency reads it: all, or with `since` those of `listsByChange` that changed after it.
 * Null if it could not be read.
 */
export async function bullhornList(
  session: Session,
  kind: MapKind,
  reads: BullhornReads,
  since?: string,
): Promise<ListedValue[] | null> {
  return readFrom<ListedValue[] | null>(
    async () => {
      if (kind === 'facility') return await clientCorporations(session, reads, since);
      if (kind === 'degree')
        return await options(session, 'Category', (o) => ({
          kind,
          extId: String(o.value),
          name: o.label,
          parentId: null,
          ...nothing,
        }));
      if (kind === 'specialty') return await specialties(session, reads);
      return await options(session, 'JobOrderShift', (o) => ({
        kind,
        extId: String(o.value),
        name: o.label,
        parentId: null,
        ...nothing,
      }));
    },
    () => null,
  );
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
  status: z.string().nullish(),
  parentClientCorporation: z.object({ id: z.number() }).nullish(),
});
const SpecialtyRow = z.object({ id: z.number(), name: z.string(), parentCategory: z.object({ id: z.number() }).nullish() });

/**
 * The search index lags behind, and Bullhorn does not say in which time zone it reads a time: changes are read from a day earlier.
 * A value that did not change is the same once more.
 */
const overlapMs = 24 * 3_600_000;

/** A search for the clients that changed after an instant, in the digits of Bullhorn's index (`yyyyMMddHHmmss`). */
function changedAfter(since: string): string {
  const from = new Date(new Date(since).getTime() - overlapMs).toISOString();
  return `dateLastModified:[${from.replaceAll(/\D/g, '').slice(0, 14)} TO *]`;
}

async function clientCorporations(
  session: Session,
  { clients, excluded }: BullhornReads,
  since: string | undefined,
): Promise<ListedValue[] | null> {
  const asksStatus = excluded.size > 0 || clients.some(({ field }) => field === 'status');
  const rows = await allPages(session, 'search/ClientCorporation', {
    query: since === undefined ? 'id:[1 TO *]' : changedAfter(since),
    fields: `id,name,address,${asksStatus ? 'status,' : ''}parentClientCorporation(id)`,
  });
  return (
    rows?.flatMap((row) => {
      const parsed = Corporation.safeParse(row);
      if (!parsed.success) return [];
      const { id, name, address, status, parentClientCorporation: parent } = parsed.data;
      const place = {
        address: address?.address1 ?? null,
        city: address?.city ?? null,
        state: address?.state ?? null,
        zip: address?.zip ?? null,
      };
      if (excluded.has((status ?? '').toLowerCase())) return [];
      if (!passesFilter(clients, { ...place, id: String(id), name, status: status ?? null })) return [];
      return [{ kind: 'facility' as const, extId: String(id), name, parentId: parent ? String(parent.id) : null, ...place }];
    }) ?? null
  );
}

async function specialties(session: Session, { specialties: filter }: BullhornReads): Promise<ListedValue[] | null> {
  const rows = await allPages(session, 'query/Specialty', { where: 'id>0', fields: 'id,name,parentCategory(id)' });
  return (
    rows?.flatMap((row) => {
      const parsed = SpecialtyRow.safeParse(row);
      if (!parsed.success) return [];
      const { id, name, parentCategory } = parsed.data;
      const category = parentCategory ? String(parentCategory.id) : null;
      if (!passesFilter(filter, { id: String(id), name, category })) return [];
      return [
        {
          kind: 'specialty' as const,
          extId: String(id),
          name,
          parentId: category,
          ...nothing,
        },
      ];
    }) ?? null
  );
}

/** All rows of a list, page by page. Null without an answer that can be read. */
export async function allPages(
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
