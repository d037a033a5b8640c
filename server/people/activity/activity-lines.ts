import type { ActivityLine } from '#contract/people/activity.ts';
import { factTexts, fieldChanges } from '#domain/activity/field-changes.ts';
import { orderOf, rowsNamedBy, usualName } from '#domain/activity/order-of.ts';
import { sentenceOf } from '#domain/activity/sentence.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { deviceOfUserAgent } from '#domain/people/device-of-user-agent.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { namesAt } from '../labels/read-labels.ts';
import type { AuditRow } from './activity-rows.ts';
import { type Names, readNames, type Wanted } from './object-names.ts';

/** Audit rows as people read them. Names are read for all of them together. */
export async function activityLines(db: Db, rows: readonly AuditRow[]): Promise<ActivityLine[]> {
  const names = await readNames(db, rows.flatMap(wantedBy));
  const fields = await fieldNamesOf(db, rows);
  return rows.map((row) => lineOf(row, names, (key) => fields.get(row.customerId)?.of(key, usualName(key)) ?? usualName(key)));
}

/** What the customers call the fields of jobs, where a change of a job is among the rows. */
async function fieldNamesOf(db: Db, rows: readonly AuditRow[]): Promise<ReadonlyMap<number, FieldNames>> {
  const customers = new Set(rows.filter(({ command }) => command.startsWith('job.')).map(({ customerId }) => customerId));
  return new Map(await Promise.all(Array.from(customers, async (id) => [id, await namesAt(db, id)] as const)));
}

/** Every object that a row's line calls by its name. */
function wantedBy(row: AuditRow): Wanted[] {
  const { customerId, actorId, subjectId, clientId, objectKind, objectId } = row;
  const wanted = (kind: string, id: string | number): Wanted => ({ customerId, kind, id: String(id) });
  const changed = Object.entries((row.detail['changed'] ?? {}) as Record<string, readonly unknown[]>);
  return [
    wanted('customer', customerId),
    ...[actorId, subjectId].flatMap((id) => (id === null ? [] : [wanted('user', id)])),
    ...(clientId === null ? [] : [wanted('device', clientId)]),
    ...(objectKind === null || objectId === null ? [] : [wanted(objectKind, objectId)]),
    ...rowsNamedBy(row.command, row.detail['args']).map(({ collection, id }) => wanted(collection, id)),
    ...changed.flatMap(([field, pair]) =>
      /^(parent|customer|linkedCustomer)(Id)?$/.test(field) && Array.isArray(pair)
        ? pair.flatMap((id) => (typeof id === 'number' ? [wanted('customer', id)] : []))
        : [],
    ),
  ];
}

function lineOf(row: AuditRow, names: Names, fieldOf: (key: string) => string): ActivityLine {
  const { customerId, actorId, subjectId, clientId, command, objectKind, objectId, detail } = row;
  const person = (id: number | null) =>
    id === null ? null : (names.of({ customerId, kind: 'user', id: String(id) }) ?? `user ${id}`);
  const object =
    objectKind === null || objectId === null
      ? objectOfArgs(row, names)
      : { kind: objectKind, id: objectId, name: names.of({ customerId, kind: objectKind, id: objectId }) };
  const who = person(actorId);
  const worksAs = subjectId !== null && subjectId !== actorId;
  const as = worksAs ? person(subjectId) : null;
  const changes = fieldChanges(detail['changed'], names);
  const order = orderOf(command, detail['args'], (kind, id) => names.of({ customerId, kind, id: String(id) }), fieldOf);
  return {
    id: row.id,
    at: row.at,
    customerId,
    customer: names.customer(customerId) ?? `customer ${customerId}`,
    who,
    whoId: actorId,
    as,
    asId: worksAs ? subjectId : null,
    command,
    sentence: sentenceOf({ command, who, as, object, changes, facts: detail, order }),
    object,
    changes,
    facts: factTexts(detail),
    ip: row.ip ?? textIn(detail, 'ip'),
    device: clientId === null ? browserOf(detail) : names.of({ customerId, kind: 'device', id: clientId }),
  };
}

/** The one row that a queued change was about, so that its line leads there. */
function objectOfArgs({ customerId, command, detail }: AuditRow, names: Names): ActivityLine['object'] {
  const [first, ...others] = rowsNamedBy(command, detail['args']);
  if (!first || others.length > 0) return null;
  const { collection: kind, id } = first;
  return { kind, id: String(id), name: names.of({ customerId, kind, id: String(id) }) };
}

const textIn = (detail: Record<string, unknown>, key: string): string | null => {
  const value = detail[key];
  return typeof value === 'string' && value !== '' ? value : null;
};

const browserOf = (detail: Record<string, unknown>): string | null => {
  const userAgent = textIn(detail, 'device');
  return userAgent === null ? null : deviceOfUserAgent(userAgent);
};
