import { dataTypes, tokenTypes } from '#domain/parsers/parser.ts';
import type { Db } from '#server/kit/db/connection.ts';

const typeOf = (kind: string) => tokenTypes.find((type) => type.kind === kind)?.id ?? 0;
const triggerId = 10_900;

/** Adds a parser of mails that list all open jobs, and assigns it to a customer. */
export async function addListParser(db: Db, customerId: number): Promise<void> {
  const { id } = await db
    .insertInto('parser')
    .values({ name: 'Acme list', needs_table: true, lists_all_jobs: true, source_id: null, shipped: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('parser_rule').values({ id: triggerId, only_customer: null, pattern: 'Acme open jobs' }).execute();
  const text = dataTypes.find(({ kind }) => kind === 'text')?.id ?? 0;
  const token = { parser_id: id, data_type: text, target: null, field_id: null, rule_id: null };
  await db
    .insertInto('parser_token')
    .values([
      { ...token, number: 1, type: typeOf('pattern'), rule_id: triggerId },
      { ...token, number: 2, type: typeOf('loop'), label: 'Req ID|Hospital' },
      { ...token, number: 3, type: typeOf('column'), column_name: 'Req ID', target: 'providerJobId' },
      { ...token, number: 4, type: typeOf('column'), column_name: 'Hospital', target: 'facility' },
    ])
    .execute();
  await db.insertInto('customer_parser').values({ customer_id: customerId, parser_id: id }).execute();
}

/** An email that the parser of `addListParser` takes: every open job, by its id. */
export const openJobsMail = (ids: readonly (string | number)[]): string =>
  `<p>Acme open jobs</p><table><tr><td>Req ID</td><td>Hospital</td></tr>${ids
    .map((id) => `<tr><td>${typeof id === 'number' ? `J-${id}` : id}</td><td>Mercy</td></tr>`)
    .join('')}</table>`;
