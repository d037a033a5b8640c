import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import {
  findAtsClient,
  listAtsObjects,
  listExternalShifts,
  listOrderTypes,
  listSourceOrderTypes,
  listSpecialtyDegrees,
  saveAtsObject,
  saveExternalShift,
  saveSourceOrderType,
  saveSpecialtyDegree,
  uploadAtsContacts,
  uploadAtsDegreeSpecialties,
} from '#contract/mapping/reference-lists.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { publish } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import type { RefusedRow } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { openedClients } from '#server/targets/open-clients.ts';
import { type StoredTarget, targetFor, targetsOf } from '#server/targets/target-rows.ts';
import { listedByIds } from '../grids/grid-rows.ts';
import { sourcesOf } from '../sources/sources.ts';
import { type AtsObject, type Edit, type ListPlace, listObjects, type SaveRefused, saveObject } from './ats-objects.ts';
import { uploadContacts, uploadPairs } from './upload-objects.ts';

const absent = no({ kind: 'not_found' as const });
const none = '-1';
/** Refusals shown at most; an upload of thousands names the first ones. */
const shownRefusals = 500;

const targetOf = async (db: Db, customerId: number, id: number): Promise<StoredTarget | undefined> =>
  (await targetsOf(db, customerId)).find(({ row }) => row.id === id);

export const referenceListRoutes: Handler[] = [
  handle(listAtsObjects, async ({ cust, target, type, query, sort, removed, pageSize, page }, { services: { db } }) => {
    if (!(await targetOf(db, cust, target))) return absent;
    return ok(
      await listObjects(
        db,
        { customerId: cust, targetId: target, type },
        { query, sort, removed: removed === 1, pageSize, page },
      ),
    );
  }),
  handle(saveAtsObject, ({ cust, target, type, ...edit }, call) =>
    save(call, { customerId: cust, targetId: target, type }, edit),
  ),
  handle(uploadAtsContacts, ({ cust, target, file }, { services: { db } }) => load(db, cust, target, file, uploadContacts)),
  handle(uploadAtsDegreeSpecialties, ({ cust, target, file }, { services: { db } }) => load(db, cust, target, file, uploadPairs)),
  handle(listExternalShifts, async ({ cust, target, query, sort, pageSize, page }, { services: { db } }) => {
    if (!(await targetOf(db, cust, target))) return absent;
    const place = { customerId: cust, targetId: target, type: '4' } as const;
    const { total, TotalPages, rows } = await listObjects(db, place, { query, sort, removed: false, pageSize, page });
    return ok(rows.map((row) => ({ ...row, TotalPages, recCount: total })));
  }),
  handle(saveExternalShift, async ({ cust, target, ...edit }, call) => {
    const saved = await save(call, { customerId: cust, targetId: target, type: '4' }, edit);
    if (!saved.ok) return saved;
    const message = edit.Del_Fl ? messages.shiftDeleted : messages.shiftSaved;
    return ok({ ...saved.value, ID: edit.Del_Fl ? -1 : saved.value.ID, message });
  }),
  handle(findAtsClient, async ({ cust, customerTargetId, clientId }, { services }) => {
    const target = await targetOf(services.db, cust, customerTargetId);
    if (!target) return absent;
    const asked = await (await openedClients(services, target))?.byId(clientId);
    if (asked && asked !== 'absent')
      return ok({ External_ID: asked.id, ObjectName: asked.name, City: asked.city, State: asked.state });
    const listed = (await listedByIds(services.db, cust, customerTargetId, 'facility', [clientId])).get(clientId);
    return listed ? ok({ External_ID: listed.extId, ObjectName: listed.name, City: listed.city, State: listed.state }) : absent;
  }),
  handle(listSpecialtyDegrees, async ({ targetId }, { services: { db }, actor }) => {
    const target = await targetFor(db, actor, targetId);
    if (!target) return absent;
    const degrees = new Map((await listOf(db, target, 'degree')).map((row) => [row.extId, row.name]));
    return ok(
      (await listOf(db, target, 'specialty')).map(({ extId, name, parentId }) => ({
        SpecialtyExternal_ID: extId,
        SpecialtyObjectName: name,
        DegreeExternal_ID: parentId,
        DegreeObjectName: degrees.get(parentId ?? '') ?? null,
      })),
    );
  }),
  handle(saveSpecialtyDegree, async ({ targetId, specExtId, DegreeExternal_ID: degreeId }, call) => {
    const { db } = call.services;
    const target = await targetFor(db, call.actor, targetId);
    const specialty = target && (await listOf(db, target, 'specialty')).find(({ extId }) => extId === specExtId);
    if (!target || !specialty) return absent;
    if (degreeId !== null && !(await listOf(db, target, 'degree')).some(({ extId }) => extId === degreeId))
      return no({ kind: 'invalid', fields: { DegreeExternal_ID: `The ATS lists no degree with the id ${degreeId}` } });
    await db
      .transaction()
      .execute((tx) => publish(tx, target.customerId, [{ collection: 'atsValue', row: { ...specialty, parentId: degreeId } }]));
    return ok({ message: messages.saved });
  }),
  handle(listOrderTypes, async ({ type, targetId }, { services: { db }, actor }) => {
    const target = await targetFor(db, actor, targetId);
    return target ? ok(await orderTypesOf(db, target, type)) : absent;
  }),
  handle(listSourceOrderTypes, async ({ orderType, targetId }, { services: { db }, actor }) => {
    const target = await targetFor(db, actor, targetId);
    if (!target) return absent;
    const names = new Map((await orderTypesOf(db, target, orderType)).map((one) => [one.External_ID, one.ObjectName]));
    const chosen = await db
      .selectFrom('source_order_type')
      .select(['source_id', 'ext_id'])
      .where('customer_id', '=', target.customerId)
      .where('target_id', '=', targetId)
      .where('order_type', '=', Number(orderType))
      .execute();
    const choiceOf = new Map(chosen.map(({ source_id, ext_id }) => [source_id, ext_id]));
    return ok(
      (await sourcesOf(db, target.customerId)).map(({ id, name }) => {
        const extId = choiceOf.get(id) ?? null;
        return { ID: id, Source: name, External_ID: extId, ObjectName: names.get(extId ?? '') ?? null };
      }),
    );
  }),
  handle(saveSourceOrderType, async ({ orderType, targetId, rowId, externalId }, { services: { db }, actor }) => {
    const target = await targetFor(db, actor, targetId);
    if (!target || !(await sourcesOf(db, target.customerId)).some(({ id }) => id === rowId)) return absent;
    const key = { customer_id: target.customerId, target_id: targetId, order_type: Number(orderType), source_id: rowId };
    if (externalId === none) {
      await db
        .deleteFrom('source_order_type')
        .where((e) => e.and(key))
        .execute();
      return ok({ message: messages.saved });
    }
    if (!(await orderTypesOf(db, target, orderType)).some(({ External_ID }) => External_ID === externalId))
      return no({ kind: 'invalid', fields: { externalId: `The target lists no order type with the id ${externalId}` } });
    await db
      .insertInto('source_order_type')
      .values({ ...key, ext_id: externalId })
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'target_id', 'order_type', 'source_id']).doUpdateSet({ ext_id: externalId }),
      )
      .execute();
    return ok({ message: messages.saved });
  }),
];

/** Saves an entry with its line of audit. */
async function save(call: Call, place: ListPlace, edit: Edit): Promise<Result<AtsObject, SaveRefused>> {
  const { services, actor } = call;
  if (!(await targetOf(services.db, place.customerId, place.targetId))) return absent;
  return services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('audit')
      .values({
        customer_id: place.customerId,
        at: services.now(),
        actor_id: actor.actorId,
        subject_id: actor.userId,
        command: 'list.save',
        detail: JSON.stringify({ ...place, edit }),
      })
      .execute();
    return saveObject(tx, place, edit);
  });
}

async function listOf(db: Db, target: StoredTarget, kind: MapKind): Promise<AtsValueRow[]> {
  const rows = await db
    .selectFrom('ats_value')
    .select('row')
    .where('customer_id', '=', target.customerId)
    .where('target_id', '=', target.row.id)
    .where('kind', '=', kind)
    .where('deleted', '=', false)
    .execute();
  return rows.map(({ row }) => row as AtsValueRow).sort((a, b) => a.name.localeCompare(b.name));
}

async function orderTypesOf(db: Db, target: StoredTarget, type: '5' | '6') {
  const rows = await db
    .selectFrom('ats_object')
    .select(['ext_id as External_ID', 'name as ObjectName'])
    .where('customer_id', '=', target.customerId)
    .where('target_id', '=', target.row.id)
    .where('type', '=', Number(type))
    .where('removed', '=', false)
    .orderBy('name')
    .execute();
  return rows;
}

type Loaded = Result<
  ReplyOf<typeof uploadAtsContacts>,
  { kind: 'not_found' } | { kind: 'too_large'; limit: string } | { kind: 'invalid'; fields: Record<string, string> }
>;
type Load = (
  db: Db,
  customerId: number,
  targetId: number,
  file: Uint8Array,
) => Promise<Result<{ added: number; changed: number; same: number; refused: RefusedRow[] }, FeedProblem>>;

async function load(db: Db, customerId: number, targetId: number, file: Uint8Array, read: Load): Promise<Loaded> {
  if (!(await targetOf(db, customerId, targetId))) return absent;
  const done = await read(db, customerId, targetId, file);
  if (!done.ok) {
    const { kind, words } = done.error;
    return kind === 'too_large' || kind === 'timeout'
      ? no({ kind: 'too_large', limit: words })
      : no({ kind: 'invalid', fields: { file: words } });
  }
  const { added, changed, same, refused } = done.value;
  const message = `${added} added, ${changed} changed, ${same} already there${refused.length > 0 ? `, ${refused.length} rows refused` : ''}`;
  const shown = refused.slice(0, shownRefusals).map(({ row, problems }) => ({ row, problems: [...problems] }));
  return ok({ message, added, changed, same, refused: shown });
}
