import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SortOf } from '#contract/kit/sorting.ts';
import {
  type atsObjectSorts,
  type listAtsObjects,
  type ObjectType,
  objectTypes,
  type saveAtsObject,
} from '#contract/mapping/reference-lists.ts';
import { type AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { type AuditObject, type Changes, changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { type Page, type Paged, readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';

export type AtsObject = ReplyOf<typeof listAtsObjects>['rows'][number];
export type Edit = Pick<
  z.output<(typeof saveAtsObject)['args']>,
  | 'id'
  | 'externalId'
  | 'name'
  | 'isDeleted'
  | 'address'
  | 'cityOrStart'
  | 'stateOrEnd'
  | 'zip'
  | 'region'
  | 'hoursPerWeek'
  | 'daysPerWeek'
  | 'degreeExternalId'
  | 'clientExternalId'
>;

/** One list of a target: its customer, its target and its type. */
export type ListPlace = { readonly customerId: number; readonly targetId: number; readonly type: ObjectType };

const mapKindOf = (type: ObjectType): MapKind | null => MapKind.safeParse(objectTypes[type]).data ?? null;

/** Details of an entry that are not replicated to clients: only the service and its lists show them. */
type Detail = {
  readonly region?: string | null;
  readonly starts?: string | null;
  readonly ends?: string | null;
  readonly hoursPerWeek?: number | null;
  readonly daysPerWeek?: number | null;
  readonly clientExtId?: string | null;
};
type Stored = {
  readonly id: number;
  readonly ext_id: string;
  readonly name: string;
  readonly removed: boolean;
  readonly row: Partial<AtsValueRow>;
  readonly detail: Detail;
  readonly degree: string | null;
  readonly client: string | null;
};

const nameOf = (kind: string, customerId: number, targetId: number, extId: RawBuilder<unknown>) =>
  sql`(select n.row ->> 'name' from ats_value n where n.customer_id = ${customerId} and n.target_id = ${targetId}
    and n.kind = ${kind} and n.ext_id = ${extId} and not n.deleted limit 1)`;

/** One subquery over both tables that hold lists: `ats_object` for types without mapping, else `ats_value`. */
function from({ customerId, targetId, type }: ListPlace): RawBuilder<unknown> {
  const kind = mapKindOf(type);
  // A client's parent is in `row`; the client of a contact is in `detail`.
  const clientId = kind === 'facility' ? sql`o.row ->> 'parentId'` : sql`o.detail ->> 'clientExtId'`;
  const client = nameOf('facility', customerId, targetId, clientId);
  if (kind === null)
    return sql`(select o.id, o.ext_id, o.name, o.removed, '{}'::jsonb as row, o.detail, null as degree, ${client} as client
      from ats_object o where o.customer_id = ${customerId} and o.target_id = ${targetId} and o.type = ${Number(type)}) l`;
  const degree = nameOf('degree', customerId, targetId, sql`o.row ->> 'parentId'`);
  return sql`(select o.id, o.ext_id, o.row ->> 'name' as name, not (o.row ->> 'active')::boolean as removed, o.row, o.detail,
      ${degree} as degree, ${client} as client
    from ats_value o where o.customer_id = ${customerId} and o.target_id = ${targetId} and o.kind = ${kind} and not o.deleted) l`;
}

function entryOf(type: ObjectType, { id, ext_id, name, removed, row, detail, degree, client }: Stored): AtsObject {
  const [isShift, isSpecialty, isFacility] = (['shift', 'specialty', 'facility'] as const).map(
    (one) => objectTypes[type] === one,
  );
  return {
    id,
    externalId: ext_id,
    name,
    isDeleted: removed,
    address: row.address ?? null,
    // By the documents, a shift's times are in these two fields.
    cityOrStart: (isShift ? detail.starts : row.city) ?? null,
    stateOrEnd: (isShift ? detail.ends : row.state) ?? null,
    zip: row.zip ?? null,
    region: detail.region ?? null,
    hoursPerWeek: detail.hoursPerWeek ?? null,
    daysPerWeek: detail.daysPerWeek ?? null,
    degreeExternalId: isSpecialty ? (row.parentId ?? null) : null,
    degreeName: degree,
    clientExternalId: (isFacility ? row.parentId : detail.clientExtId) ?? null,
    clientName: client,
  };
}

type Column = (typeof atsObjectSorts)[number];
export type ListPage = Page & { readonly query: string; readonly sort: SortOf<Column>; readonly removed: boolean };

function columnsOf(type: ObjectType): Record<Column, RawBuilder<unknown>> {
  const isShift = objectTypes[type] === 'shift';
  return {
    name: sql`lower(name)`,
    externalId: sql`ext_id`,
    address: sql`lower(row ->> 'address')`,
    cityOrStart: isShift ? sql`detail ->> 'starts'` : sql`lower(row ->> 'city')`,
    stateOrEnd: isShift ? sql`detail ->> 'ends'` : sql`row ->> 'state'`,
    zip: sql`row ->> 'zip'`,
    region: sql`lower(detail ->> 'region')`,
    hoursPerWeek: sql`(detail ->> 'hoursPerWeek')::numeric`,
    daysPerWeek: sql`(detail ->> 'daysPerWeek')::numeric`,
    degreeName: sql`lower(degree)`,
    clientName: sql`lower(client)`,
  };
}

/** A page of a list, sorted as requested, then by name. */
export async function listObjects(
  db: Db,
  place: ListPlace,
  { query, sort, removed, ...page }: ListPage,
): Promise<Paged<AtsObject>> {
  const asked = query.trim() === '' ? sql`true` : sql`(${search([sql`name`], query)} or ext_id = ${query.trim()})`;
  const parts = {
    select: sql`*`,
    from: from(place),
    where: [sql`removed = ${removed}`, asked],
    orderBy: orderOf(sort, columnsOf(place.type), sql`lower(name), id`),
  };
  const { rows, ...counts } = await readPage<Stored>(db, parts, page);
  return { ...counts, rows: rows.map((row) => entryOf(place.type, row)) };
}

async function find(db: Db | Tx, place: ListPlace, by: { id: number } | { extId: string }): Promise<Stored | undefined> {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`ext_id = ${by.extId}`;
  const { rows } = await sql<Stored>`select * from ${from(place)} where ${condition} limit 1`.execute(db);
  return rows[0];
}

export type SaveRefused =
  | { kind: 'not_found'; what?: string }
  | { kind: 'conflict'; current: { message: string } }
  | { kind: 'invalid'; fields: Record<string, string> };

/** A saved entry with its audit note. */
export type SavedObject = {
  readonly object: AtsObject;
  readonly note: { readonly object: AuditObject; readonly changed: Changes; readonly facts: { target: number; list: string } };
};

/**
 * Adds or changes an entry. Ids of other lists that it names must exist in the same target's lists [D1.2]. The caller must hold
 * a lock on the target, so that two requests cannot add the same id at once.
 */
export async function saveObject(tx: Tx, place: ListPlace, edit: Edit): Promise<Result<SavedObject, SaveRefused>> {
  const { type } = place;
  const before = edit.id === 0 ? undefined : await find(tx, place, { id: edit.id });
  if (edit.id !== 0 && !before) return no({ kind: 'not_found' });
  const twin = await find(tx, place, { extId: edit.externalId });
  if (twin && twin.id !== edit.id)
    return no({ kind: 'conflict', current: { message: `“${twin.name}” has the id ${edit.externalId} already.` } });
  const problems = await problemsOf(tx, place, edit, before);
  if (problems) return no({ kind: 'invalid', fields: problems });
  const detail = detailOf(type, before?.detail ?? {}, edit);
  const kind = mapKindOf(type);
  const id = kind === null ? await writeObject(tx, place, edit, detail) : await writeValue(tx, place, kind, edit, detail, before);
  const [after] = (await sql<Stored>`select * from ${from(place)} where id = ${id}`.execute(tx)).rows;
  if (!after) return no({ kind: 'not_found' });
  const object = entryOf(type, after);
  const changed = changesBetween(before && entryOf(type, before), object);
  const facts = { target: place.targetId, list: objectTypes[type] };
  return ok({ object, note: { object: [kind === null ? 'atsObject' : 'atsValue', id], changed, facts } });
}

const time = /^([01]?\d|2[0-3]):[0-5]\d$/;

async function problemsOf(
  tx: Tx,
  { customerId, targetId, type }: ListPlace,
  edit: Edit,
  before: Stored | undefined,
): Promise<Record<string, string> | null> {
  const fields: Record<string, string> = {};
  if (objectTypes[type] === 'shift') {
    if (edit.cityOrStart && !time.test(edit.cityOrStart)) fields['cityOrStart'] = 'Write when the shift starts as 07:00';
    if (edit.stateOrEnd && !time.test(edit.stateOrEnd)) fields['stateOrEnd'] = 'Write when the shift ends as 19:00';
  }
  const stands = async (kind: ObjectType, extId: string) =>
    (await find(tx, { customerId, targetId, type: kind }, { extId })) !== undefined;
  if (edit.degreeExternalId && !(await stands('2', edit.degreeExternalId)))
    fields['degreeExternalId'] = `The ATS has no degree with the id ${edit.degreeExternalId}`;
  // The ATS itself can give a client a parent that is not in the list.
  const unchanged = before !== undefined && edit.clientExternalId === before.row.parentId;
  if (edit.clientExternalId && !unchanged && !(await stands('1', edit.clientExternalId)))
    fields['clientExternalId'] = `The ATS lists no client with the id ${edit.clientExternalId}`;
  if (objectTypes[type] === 'facility' && edit.clientExternalId === edit.externalId)
    fields['clientExternalId'] = 'A client cannot be part of itself';
  return Object.keys(fields).length > 0 ? fields : null;
}

/** A missing field keeps its value; a blank one clears it. */
const kept = <T>(sent: T | null | undefined, before: T | null | undefined): T | null =>
  sent === undefined ? (before ?? null) : sent === ('' as T) ? null : sent;

function detailOf(type: ObjectType, before: Detail, edit: Edit): Detail {
  const isShift = objectTypes[type] === 'shift';
  return {
    region: kept(edit.region, before.region),
    starts: isShift ? kept(edit.cityOrStart, before.starts) : null,
    ends: isShift ? kept(edit.stateOrEnd, before.ends) : null,
    hoursPerWeek: kept(edit.hoursPerWeek, before.hoursPerWeek),
    daysPerWeek: kept(edit.daysPerWeek, before.daysPerWeek),
    clientExtId: kept(edit.clientExternalId, before.clientExtId),
  };
}

async function writeObject(tx: Tx, { customerId, targetId, type }: ListPlace, edit: Edit, detail: Detail): Promise<number> {
  const row = { ext_id: edit.externalId, name: edit.name, removed: edit.isDeleted, detail: JSON.stringify(detail) };
  if (edit.id !== 0) {
    await tx.updateTable('ats_object').set(row).where('customer_id', '=', customerId).where('id', '=', edit.id).execute();
    return edit.id;
  }
  const made = await tx
    .insertInto('ats_object')
    .values({ ...row, customer_id: customerId, target_id: targetId, type: Number(type) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

const parentIn = (kind: MapKind, edit: Edit, before: string | null | undefined): string | null => {
  if (kind === 'specialty') return kept(edit.degreeExternalId, before);
  return kind === 'facility' ? kept(edit.clientExternalId, before) : null;
};

async function writeValue(
  tx: Tx,
  { customerId, targetId }: ListPlace,
  kind: MapKind,
  edit: Edit,
  detail: Detail,
  before: Stored | undefined,
): Promise<number> {
  const id = before?.id ?? (await nextIds(tx, 'atsValue', 1))[0] ?? 0;
  const hasPlace = kind === 'facility';
  const row: AtsValueRow = {
    id,
    targetId,
    kind,
    extId: edit.externalId,
    name: edit.name,
    parentId: parentIn(kind, edit, before?.row.parentId),
    address: hasPlace ? kept(edit.address, before?.row.address) : null,
    city: hasPlace ? kept(edit.cityOrStart, before?.row.city) : null,
    state: hasPlace ? kept(edit.stateOrEnd, before?.row.state) : null,
    zip: hasPlace ? kept(edit.zip, before?.row.zip) : null,
    active: !edit.isDeleted,
  };
  await writeRows(tx, customerId, [
    { collection: 'atsValue', row, extra: { detail, ...(before === undefined && { added_here: true }) } },
  ]);
  return id;
}
