import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { listExternalShifts, saveExternalShift } from '#contract/mapping/external-shifts.ts';
import { listOrderTypes, listSourceOrderTypes, saveSourceOrderType } from '#contract/mapping/order-types.ts';
import {
  findAtsClient,
  listAtsObjects,
  rightOfList,
  saveAtsObject,
  uploadAtsContacts,
  uploadAtsDegreeSpecialties,
} from '#contract/mapping/reference-lists.ts';
import { listSpecialtyDegrees, saveSpecialtyDegree } from '#contract/mapping/specialty-degrees.ts';
import { absent } from '#contract/rows/absent.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { may } from '#domain/rights/may.ts';
import { changesBetween, type Receipt } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf, storedRow } from '#server/kit/db/rows.ts';
import { upsert } from '#server/kit/db/upsert.ts';
import { type Done, done, type RecordLine } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row, rowOfActor } from '#server/kit/http/loaders.ts';
import { type RefusedFile, refusedFile } from '#server/parsing/refused-file.ts';
import { openedClients } from '#server/targets/open-clients.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';
import { listedByIds } from '../grids/grid-rows.ts';
import { sourcesOf } from '../sources/sources.ts';
import { listObjects, saveObject } from './ats-objects.ts';
import { entrySort, shiftOf, shiftProblems } from './external-shift.ts';
import { type ReadList, readContacts, readPairs } from './upload-objects.ts';

const none = '-1';
/** At most this many rejected rows are returned. */
const shownRefusals = 500;
const target = row('target', 'target');
const actorsTarget = rowOfActor('target', 'targetId');

export const referenceListRoutes: Handler[] = [
  handle(listAtsObjects, { load: { target } }, async ({ cust, target, type, removed, ...page }, { services: { db } }) =>
    ok(await listObjects(db, { customerId: cust, targetId: target, type }, { ...page, removed: removed === 1 })),
  ),
  handle(
    saveAtsObject,
    { audit: 'list.save', load: { target: row('target', 'target', { lock: true }) } },
    async ({ cust, target, type, ...edit }, call) => {
      const right = rightOfList(type);
      if (!may(call.actor, right)) return no({ kind: 'forbidden', needs: right });
      const saved = await saveObject(call.tx, { customerId: cust, targetId: target, type }, edit);
      return saved.ok ? done(saved.value.object, saved.value.note) : saved;
    },
  ),
  handle(uploadAtsContacts, { audit: 'list.upload', ownTransactions: true, load: { target } }, ({ file }, call, { target }) =>
    upload(call, target, 'contacts', file, readContacts),
  ),
  handle(
    uploadAtsDegreeSpecialties,
    { audit: 'list.upload', ownTransactions: true, load: { target } },
    ({ file }, call, { target }) => upload(call, target, 'degrees and specialties', file, readPairs),
  ),
  handle(listExternalShifts, { load: { target } }, async ({ cust, target, sort, ...page }, { services: { db } }) => {
    const place = { customerId: cust, targetId: target, type: '4' } as const;
    const asked = { ...page, sort: entrySort(sort), removed: false };
    const { total, totalPages, rows } = await listObjects(db, place, asked);
    return ok(rows.map((row) => ({ ...shiftOf(row), totalPages, total })));
  }),
  handle(
    saveExternalShift,
    { audit: 'list.save', load: { target: row('target', 'target', { lock: true }) } },
    async ({ cust, target, starts, ends, ...edit }, call) => {
      const place = { customerId: cust, targetId: target, type: '4' } as const;
      const saved = await saveObject(call.tx, place, { ...edit, cityOrStart: starts, stateOrEnd: ends });
      if (!saved.ok)
        return saved.error.kind === 'invalid' ? no({ ...saved.error, fields: shiftProblems(saved.error.fields) }) : saved;
      const { object, note } = saved.value;
      const message = edit.isDeleted ? messages.shiftDeleted : messages.shiftSaved;
      return done({ ...shiftOf(object), id: edit.isDeleted ? -1 : object.id, message }, note);
    },
  ),
  handle(
    findAtsClient,
    { load: { target: row('target', 'customerTargetId') } },
    async ({ cust, customerTargetId, clientId }, { services }, { target }) => {
      const asked = await (await openedClients(services, target))?.byId(clientId);
      if (asked && asked !== 'absent')
        return ok({ externalId: asked.id, name: asked.name, city: asked.city, state: asked.state });
      const listed = (await listedByIds(services.db, cust, customerTargetId, 'facility', [clientId])).get(clientId);
      if (!listed) return no(absent('client of the ATS', clientId));
      return ok({ externalId: listed.extId, name: listed.name, city: listed.city, state: listed.state });
    },
  ),
  handle(listSpecialtyDegrees, { load: { target: actorsTarget } }, async (_args, { services: { db } }, { target }) => {
    const degrees = new Map((await listOf(db, target, 'degree')).map((row) => [row.extId, row.name]));
    return ok(
      (await listOf(db, target, 'specialty')).map(({ extId, name, parentId }) => ({
        specialtyExternalId: extId,
        specialtyName: name,
        degreeExternalId: parentId,
        degreeName: degrees.get(parentId ?? '') ?? null,
      })),
    );
  }),
  handle(
    saveSpecialtyDegree,
    { audit: 'specialty.save', load: { target: rowOfActor('target', 'targetId', { lock: true }) } },
    async ({ specExtId, degreeExternalId: degreeId }, { tx, write }, { target }) => {
      const specialty = (await listOf(tx, target, 'specialty')).find(({ extId }) => extId === specExtId);
      if (!specialty) return no(absent(`specialty of target ${target.row.id}`, specExtId));
      if (degreeId !== null && !(await listOf(tx, target, 'degree')).some(({ extId }) => extId === degreeId))
        return no({ kind: 'invalid', fields: { degreeExternalId: `The ATS has no degree with the id ${degreeId}` } });
      const after = { ...specialty, parentId: degreeId };
      write({ collection: 'atsValue', row: after });
      const note = { object: ['atsValue', after.id], changed: changesBetween(specialty, after) } as const;
      return done({ message: messages.saved }, note);
    },
  ),
  handle(listOrderTypes, { load: { target: actorsTarget } }, async ({ type }, { services: { db } }, { target }) =>
    ok(await orderTypesOf(db, target, type)),
  ),
  handle(
    listSourceOrderTypes,
    { load: { target: actorsTarget } },
    async ({ orderType, targetId }, { services: { db } }, { target }) => {
      const names = new Map((await orderTypesOf(db, target, orderType)).map((one) => [one.externalId, one.name]));
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
          return { id, source: name, orderTypeExternalId: extId, orderTypeName: names.get(extId ?? '') ?? null };
        }),
      );
    },
  ),
  handle(
    saveSourceOrderType,
    { audit: 'source.ordertype.save', load: { target: actorsTarget } },
    async ({ orderType, targetId, rowId, externalId }, { tx }, { target }) => {
      if (!(await storedRow(tx, target.customerId, 'source', rowId))) return no(absent('source', rowId));
      const key = { customer_id: target.customerId, target_id: targetId, order_type: Number(orderType), source_id: rowId };
      const note = { object: ['source', rowId], facts: { target: targetId, orderType: Number(orderType) } } as const;
      const reply = { message: messages.saved };
      if (externalId === none) {
        const removed = await tx
          .deleteFrom('source_order_type')
          .where((e) => e.and(key))
          .returning('ext_id')
          .executeTakeFirst();
        return done(reply, { ...note, changed: changesBetween(removed, { ext_id: null }) });
      }
      if (!(await orderTypesOf(tx, target, orderType)).some((type) => type.externalId === externalId))
        return no({ kind: 'invalid', fields: { externalId: `The target lists no order type with the id ${externalId}` } });
      return done(reply, { ...note, changed: await upsert(tx, 'source_order_type', key, { ext_id: externalId }) });
    },
  ),
];

const listOf = async (db: Db | Tx, { customerId, row }: StoredTarget, kind: MapKind): Promise<AtsValueRow[]> =>
  (await rowsOf(db, customerId, 'atsValue', { where: sql`target_id = ${row.id} and kind = ${kind}` })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );

async function orderTypesOf(db: Db | Tx, target: StoredTarget, type: '5' | '6') {
  const rows = await db
    .selectFrom('ats_object')
    .select(['ext_id as externalId', 'name'])
    .where('customer_id', '=', target.customerId)
    .where('target_id', '=', target.row.id)
    .where('type', '=', Number(type))
    .where('removed', '=', false)
    .orderBy('name')
    .execute();
  return rows;
}

type Uploaded = Result<Done<ReplyOf<typeof uploadAtsContacts>, Receipt>, RefusedFile>;
type UploadCall = { readonly services: Services; readonly record: RecordLine };

async function upload(
  { services: { db }, record }: UploadCall,
  { customerId, row: { id } }: StoredTarget,
  list: string,
  file: Uint8Array,
  read: ReadList,
): Promise<Uploaded> {
  const store = await read(file, { customerId });
  if (!store.ok) return refusedFile(store.error);
  // Recorded before the rows, since these are written in several transactions.
  const receipt = await record(db, { object: ['target', id], facts: { list, bytes: file.byteLength } });
  const { added, changed, same, refused } = await store.value(db, { customerId, targetId: id });
  const message = `${added} added, ${changed} changed, ${same} already there${refused.length > 0 ? `, ${refused.length} rows refused` : ''}`;
  const shown = refused.slice(0, shownRefusals).map(({ row, problems }) => ({ row, problems: [...problems] }));
  return done({ message, added, changed, same, refused: shown }, receipt);
}
