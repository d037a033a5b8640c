import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { listSharedFacilities, saveSharedFacility } from '#contract/mapping/shared-facilities.ts';
import { absent } from '#contract/rows/absent.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { likeOf, search } from '#server/kit/db/search.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

type Shared = ReplyOf<typeof saveSharedFacility>;

const shown = sql`id, name, address, city, state, country, zip, is_healthcare as "isHealthcare"`;
const columns = {
  name: sql`lower(name)`,
  address: sql`lower(address)`,
  city: sql`lower(city)`,
  state: sql`state`,
  zip: sql`zip`,
  country: sql`country`,
  isHealthcare: sql`is_healthcare`,
};
const orNull = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Facilities that belong to no customer. Everyone can read them; administrators manage them. */
export const sharedFacilityRoutes: Handler[] = [
  handle(listSharedFacilities, async ({ query, state, sort, ...page }, { services: { db } }) => {
    const found =
      query.trim() === '' ? sql`true` : sql`(${search([sql`name`, sql`city`], query)} or zip like ${likeOf(`${query.trim()}*`)})`;
    const there = state.trim() === '' ? sql`true` : sql`upper(state) = ${state.trim().toUpperCase()}`;
    const orderBy = orderOf(sort, columns, sql`lower(name), id`);
    return ok(await readPage<Shared>(db, { select: shown, from: sql`shared_facility`, where: [found, there], orderBy }, page));
  }),
  handle(saveSharedFacility, { audit: 'facility.shared.save' }, async ({ id, ...sent }, { tx }) => {
    const { name, address, city, state, country, zip, isHealthcare } = sent;
    const fields = [name, orNull(address), orNull(city), orNull(state), orNull(country), orNull(zip), isHealthcare] as const;
    const edited = sql`name, address, city, state, country, zip, is_healthcare`;
    const [before] =
      id === 0 ? [] : (await sql<Shared>`select ${shown} from shared_facility where id = ${id} for update`.execute(tx)).rows;
    if (id !== 0 && !before) return no(absent('shared facility', id));
    const { rows } = await (before
      ? sql<Shared>`update shared_facility set (${edited}) = (${sql.join(fields)}) where id = ${id} returning ${shown}`
      : sql<Shared>`insert into shared_facility (${edited}) values (${sql.join(fields)}) returning ${shown}`
    ).execute(tx);
    const [saved] = rows;
    if (!saved) throw new Error('a shared facility was not saved');
    return done(saved, { object: ['sharedFacility', saved.id], changed: changesBetween(before, saved) });
  }),
];
