import { sql } from 'kysely';
import { rightLabels } from '#contract/kit/right-labels.ts';
import type { PersonState } from '#contract/people/contact-fields.ts';
import { UserPrefs } from '#contract/people/users.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import type { NameOf } from '#domain/reports/exports/export-sheet.ts';
import { type ListEntry, listNames, listOfKind, listSheet, sourceSheet, userSheet } from '#domain/reports/exports/list-sheets.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rightsOf } from '#server/kit/http/actors.ts';
import { stateOfPerson } from '#server/people/users/contacts.ts';
import { countRows, type ExportPlace, plainSource, portion, type SheetSource, sourceOf } from './sheet-source.ts';

/** Clients, degrees, specialties and shifts of the targets. */
export const mappedListSource = (place: ExportPlace, targetName: NameOf): SheetSource =>
  sourceOf('lists', listSheet('Reference lists', targetName), countRows(place, 'atsValue'), async (db, after) => {
    const { rows } = await sql<{ row: AtsValueRow; detail: ListEntry['detail'] }>`
      select row, detail from ats_value where customer_id = ${place.customerId} and not deleted and id > ${after}
      order by id limit ${portion}`.execute(db);
    const entries = rows.map(({ row, detail }): ListEntry => {
      const { id, targetId, kind, extId, name, active } = row;
      return { id, targetId, list: listOfKind[kind], extId, name, removed: !active, row, detail };
    });
    return { things: entries, rows: entries };
  });

/** Order types, contacts, VMS and MSP: the lists to which no text is mapped. */
export const otherListSource = (place: ExportPlace, targetName: NameOf): SheetSource =>
  sourceOf('lists', listSheet('Other lists', targetName), countOf(place, 'ats_object'), async (db, after) => {
    const { rows } = await sql<Omit<ListEntry, 'list' | 'row'> & { type: number }>`
      select id, target_id as "targetId", type, ext_id as "extId", name, removed, detail from ats_object
      where customer_id = ${place.customerId} and id > ${after} order by id limit ${portion}`.execute(db);
    const entries = rows.map(({ type, ...entry }): ListEntry => {
      return { ...entry, list: listNames[type as keyof typeof listNames], row: {} };
    });
    return { things: entries, rows: entries };
  });

/** The sources of jobs. */
export const sourcesSource = (place: ExportPlace, sourceName: NameOf, targetName: NameOf): SheetSource =>
  plainSource('lists', sourceSheet(sourceName, targetName), place, 'source');

/** A person as stored: nothing of how they sign in is read. */
type Stored = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly rights: readonly number[];
  readonly prefs: Record<string, unknown>;
  readonly role: string;
  readonly state: PersonState;
  readonly lastActiveAt: string | null;
};

/** The users of a customer who were not removed. */
export const userSource = (place: ExportPlace): SheetSource =>
  sourceOf('users', userSheet, countOf(place, 'app_user', sql`deleted_at is null`), async (db, after) => {
    const { rows } = await sql<Stored>`
      select u.id, u.name, u.email, u.phone, u.rights, u.prefs, r.name as role, ${stateOfPerson} as state,
        (select max(x.seen_at) from session x where x.customer_id = u.customer_id and x.user_id = u.id) as "lastActiveAt"
      from app_user u join role r on r.id = u.role_id
      left join sign_in s on s.customer_id = u.customer_id and s.user_id = u.id
      where u.customer_id = ${place.customerId} and u.deleted_at is null and u.id > ${after}
      order by u.id limit ${portion}`.execute(db);
    const users = rows.map(({ rights, prefs, ...user }) => ({
      ...user,
      rights: [...rightsOf(rights)].map((right) => rightLabels[right]),
      zone: UserPrefs.parse(prefs).userTimezone,
    }));
    return { things: users, rows: users };
  });

const countOf =
  ({ customerId }: ExportPlace, table: 'ats_object' | 'app_user', where = sql`true`) =>
  async (db: Db | Tx): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from ${sql.table(table)} where customer_id = ${customerId} and ${where}`.execute(db);
    return rows[0]?.total ?? 0;
  };
