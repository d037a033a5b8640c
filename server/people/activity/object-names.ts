import { type RawBuilder, sql } from 'kysely';
import { rightLabels } from '#contract/kit/right-labels.ts';
import { rightIds } from '#contract/kit/rights.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import { namings } from '#domain/commands/kit/row-names.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { tableOf } from '#server/kit/db/schema.ts';
import { allCustomers } from '#server/kit/http/customer-access.ts';

/** An object of one customer, by the kind that the audit gives it. */
export type Wanted = { readonly customerId: number; readonly kind: string; readonly id: string };
/** Present names; null for an object without one, or without a row. */
export type Names = {
  readonly of: (wanted: Wanted) => string | null;
  readonly role: (id: number) => string | null;
  readonly customer: (id: number) => string | null;
};

/** Where the name of each kind of object is: a table with the customer, the id as text, and the name. */
const places: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(
    (
      [
        'job',
        'task',
        'target',
        'source',
        'rule',
        'goldenJob',
        'mapValue',
        'atsValue',
        'substitutionTarget',
        'substitutionRule',
        'fieldAlias',
        'customerStatus',
        'customerNotice',
        'datasetRow',
        'assignmentRule',
        'fieldMapping',
        'ticket',
        'label',
      ] as const
    ).map((kind) => [kind, replicated(kind)] as const),
  ),
  // Readers of the activity see that a private view was changed, not what its owner calls it.
  reportConfiguration: sql`select customer_id, id, case when row -> 'isPrivate' = 'true' then null else row ->> 'name' end as name from report_configuration`,
  submissionPackage: sql`select p.customer_id, p.id, coalesce(d.name, 'Any degree') || ', ' || coalesce(s.name, 'any specialty') as name
    from submission_package p
    left join submission_entry d on d.customer_id = p.customer_id and d.id = (p.row ->> 'degreeId')::bigint
    left join submission_entry s on s.customer_id = p.customer_id and s.id = (p.row ->> 'specialtyId')::bigint
    where not p.deleted`,
  submissionDocumentStep: sql`select l.customer_id, l.id, e.name from submission_document_link l
    join submission_entry e on e.customer_id = l.customer_id and e.id = l.document_id where not l.deleted`,
  submissionDictionaryStep: sql`select l.customer_id, l.id, coalesce(nullif(e.name, ''), e.ext_id) as name from submission_dictionary_link l
    join submission_entry e on e.customer_id = l.customer_id and e.id = l.from_id where not l.deleted`,
  submissionPair: sql`select l.customer_id, l.id, d.name || coalesce(' / ' || s.name, '') as name from submission_pair_link l
    join submission_entry d on d.customer_id = l.customer_id and d.id = l.degree_id
    left join submission_entry s on s.customer_id = l.customer_id and s.id = l.specialty_id where not l.deleted`,
  mail: sql`select customer_id, id, subject as name from received_mail`,
  upload: sql`select customer_id, id, file_name as name from upload`,
  device: sql`select customer_id, client_id as id, device_label as name from client`,
  serviceItem: sql`select customer_id, id, code as name from service_item`,
  noticeMail: sql`select customer_id, id, subject as name from notice_mail`,
  payBurden: sql`select customer_id, id, state as name from pay_burden`,
};

function replicated(kind: CollectionName): RawBuilder<unknown> {
  const field = namings[kind]?.nameField ?? 'name';
  return sql`select customer_id, id, row ->> ${sql.lit(field)} as name from ${sql.table(tableOf[kind])}`;
}

/** Kinds whose rows belong to no customer, or to another one than the line: a person may work in several. */
const anywhere: Readonly<Record<string, RawBuilder<unknown>>> = {
  user: sql`select id, name from app_user`,
  customer: sql`select id, name from customer`,
  role: sql`select id, name from role`,
  sharedFacility: sql`select id, name from shared_facility`,
  providerNotice: sql`select id, name from notice`,
  supportDocument: sql`select id, name from support_document`,
  crawler: sql`select id, name from crawler_setup`,
  ticketQuestion: sql`select id, row ->> 'name' as name from ticket_question`,
  generalLabel: sql`select id, row ->> 'value' as name from general_label`,
  cannedAnswer: sql`select id, name from canned_answer`,
  aiEngine: sql`select id, name from ai_engine`,
  aiModel: sql`select id, name from ai_model`,
  aiPrompt: sql`select p.id, v.description as name from ai_prompt p join ai_prompt_version v on v.prompt_id = p.id
    and v.version = (select max(n.version) from ai_prompt_version n where n.prompt_id = p.id)`,
  parser: sql`select id, name from parser`,
  parserRule: sql`select id, coalesce(nullif(description, ''), pattern) as name from parser_rule`,
};

/** Reads the present names of objects, in one statement for each kind. `db` decides whose rows are read. */
export async function readNames(db: Db, wanted: readonly Wanted[]): Promise<Names> {
  const names = new Map<string, string>();
  for (const kind of new Set(wanted.map((one) => one.kind))) {
    const ones = wanted.filter((one) => one.kind === kind);
    const everywhere = anywhere[kind];
    const place = places[kind];
    if (everywhere) await readAnywhere(db, kind, everywhere, ones, names);
    else if (place) await readPlaced(db, kind, place, ones, names);
  }
  const roles = await db.selectFrom('role').select(['id', 'name']).execute();
  const nameOfRole = new Map(roles.map(({ id, name }) => [id, name]));
  const find = (key: string) => names.get(key) ?? null;
  return {
    of: ({ customerId, kind, id }) =>
      kind === 'right' ? labelOfRight(id) : (find(`${kind}/${id}`) ?? find(`${kind}/${customerId}/${id}`)),
    role: (id) => nameOfRole.get(id) ?? null,
    customer: (id) => find(`customer/${id}`),
  };
}

/** Ids that a column of numbers can hold; the audit keeps ids as text. */
const isId = (id: string): boolean => /^\d{1,15}$/.test(id);

async function readAnywhere(
  db: Db,
  kind: string,
  place: RawBuilder<unknown>,
  wanted: readonly Wanted[],
  names: Map<string, string>,
) {
  const ids = [...new Set(wanted.map(({ id }) => id).filter(isId))];
  // Somebody of the provider, or a linked customer's, may have done it: their name is no secret of theirs where they worked.
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from (${place}) each where id = any(${ids}::bigint[])`.execute(withoutScope(db));
  for (const { id, name } of rows) names.set(`${kind}/${id}`, name);
}

async function readPlaced(
  db: Db,
  kind: string,
  place: RawBuilder<unknown>,
  wanted: readonly Wanted[],
  names: Map<string, string>,
) {
  const ones = kind === 'device' || kind === 'upload' ? wanted : wanted.filter(({ id }) => isId(id));
  const type = sql.raw(kind === 'device' || kind === 'upload' ? 'text' : 'bigint');
  const id = kind === 'upload' ? sql`id::text` : sql`id`;
  const customers = ones.map(({ customerId }) => customerId);
  const ids = ones.map((one) => one.id);
  const { rows } = await sql<{ customerId: number; id: string | number; name: string | null }>`
    select customer_id as "customerId", id, name from (${place}) each
    where (customer_id, ${id}) in (select * from unnest(${customers}::integer[], ${ids}::${type}[]))`.execute(db);
  for (const { customerId, id: found, name } of rows) if (name) names.set(`${kind}/${customerId}/${found}`, name);
}

function labelOfRight(id: string): string | null {
  const found = (Object.keys(rightIds) as (keyof typeof rightIds)[]).find((name) => String(rightIds[name]) === id);
  return found ? rightLabels[found] : null;
}

/** The customer's people, and others who worked in it; for all customers, only the provider's. */
export async function readPeople(db: Db, cust: number) {
  // The index has the persons in order: each step leaps to the next one.
  const { rows } = await sql<{ id: number; name: string; removed: boolean }>`
    with recursive worked as (
      select min(actor_id) as id from audit where customer_id = ${cust}
      union all
      select (select min(actor_id) from audit where customer_id = ${cust} and actor_id > worked.id) from worked where worked.id is not null
    )
    select id, name, deleted_at is not null as removed from app_user
    where ${cust === allCustomers ? sql`customer_id in (select id from customer where provider)` : sql`customer_id = ${cust}`}
      or id in (select id from worked)
    order by lower(name), id`.execute(withoutScope(db));
  return rows;
}
