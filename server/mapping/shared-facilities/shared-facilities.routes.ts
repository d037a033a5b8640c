import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { listSharedFacilities, saveSharedFacility } from '#contract/mapping/reference-lists.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { likeOf } from '../runs/run-work.ts';

type Shared = ReplyOf<typeof saveSharedFacility>;

const shown = sql`id as "ID", name as "Name", address as "Address", city as "City", state as "State", country as "Coutry", zip as "Zip",
  is_healthcare as "IsHealthcare"`;
const columns = {
  Name: sql`lower(name)`,
  Address: sql`lower(address)`,
  City: sql`lower(city)`,
  State: sql`state`,
  Zip: sql`zip`,
  Coutry: sql`country`,
  IsHealthcare: sql`is_healthcare`,
};
const orNull = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Facilities that belong to no customer: everybody reads them, administrators keep them. */
export const sharedFacilityRoutes: Handler[] = [
  handle(listSharedFacilities, async ({ query, state, sort, pageSize, page }, { services: { db } }) => {
    const parts: RawBuilder<unknown>[] = [sql`true`];
    if (query.trim() !== '')
      parts.push(sql`(name ilike ${likeOf(query)} or city ilike ${likeOf(query)} or zip like ${likeOf(`${query.trim()}*`)})`);
    if (state.trim() !== '') parts.push(sql`upper(state) = ${state.trim().toUpperCase()}`);
    const where = sql`where ${sql.join(parts, sql` and `)}`;
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total from shared_facility ${where}`.execute(db);
    const { rows } = await sql<Shared>`
      select ${shown} from shared_facility ${where} order by ${orderOf(sort, columns, sql`lower(name), id`)} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      db,
    );
    const total = counted[0]?.total ?? 0;
    return ok({ total, TotalPages: Math.ceil(total / pageSize), rows });
  }),
  handle(saveSharedFacility, async ({ id, Name, Address, City, State, Coutry, Zip, IsHealthcare }, { services, actor }) => {
    const { db, now } = services;
    const fields = [Name, orNull(Address), orNull(City), orNull(State), orNull(Coutry), orNull(Zip), IsHealthcare] as const;
    const edited = sql`name, address, city, state, country, zip, is_healthcare`;
    return db.transaction().execute(async (tx) => {
      const { rows } = await (id === 0
        ? sql<Shared>`insert into shared_facility (${edited}) values (${sql.join(fields)}) returning ${shown}`
        : sql<Shared>`update shared_facility set (${edited}) = (${sql.join(fields)}) where id = ${id} returning ${shown}`
      ).execute(tx);
      const [saved] = rows;
      if (!saved) return no({ kind: 'not_found' as const });
      await tx
        .insertInto('audit')
        .values({
          customer_id: actor.actorCustomerId,
          at: now(),
          actor_id: actor.actorId,
          subject_id: actor.userId,
          command: 'facility.shared.save',
          detail: JSON.stringify(saved),
        })
        .execute();
      return ok(saved);
    });
  }),
];
