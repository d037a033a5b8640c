import { sql } from 'kysely';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { aJob, aNote, aTarget, aValue } from '../factories/job-factory.ts';

/** Ids in every source world: the source with everything, another one, and a target each at the parent and at the child. */
export const sourceIds = { harbor: 3, other: 4, parentTarget: 1, childTarget: 2 } as const;

/** Where the feed of the task is read. */
export const feedAddress = 'https://v.example/key';

const receipt = {
  targetId: sourceIds.parentTarget,
  state: 'done',
  reference: 'R-7',
  externalId: 'A-7',
  words: null,
  at: '2026-11-01T00:00:00.000Z',
  tries: 1,
} as const;
export const postedReceipt = receipt;

const aSource = (id: number, name: string) => ({ id, name, alias: null, autoPost: false, aliases: [], members: [] });

/**
 * A source of the parent with everything that belongs to one: a task with a secret, a posted job with a note, a mapped text, history, a collection, a
 * fee, an order type and columns of a file. Beside it another source with one job.
 */
export async function seedSource(
  db: Db,
  secrets: Pick<Secrets, 'put'>,
  { parent, child }: { readonly parent: number; readonly child: number },
): Promise<void> {
  const source = sourceIds.harbor;
  const targetId = sourceIds.parentTarget;
  await db
    .transaction()
    .execute((tx) => writeRows(tx, child, [{ collection: 'target', row: aTarget({ id: sourceIds.childTarget }) }]));
  await db.transaction().execute((tx) =>
    writeRows(tx, parent, [
      { collection: 'target', row: aTarget() },
      { collection: 'source', row: aSource(source, 'Harbor VMS') },
      { collection: 'source', row: aSource(sourceIds.other, 'Other') },
      {
        collection: 'task',
        row: { id: 1, sourceId: source } as never,
        extra: { settings: { feed: 'https://v.example/…' }, next_run_at: '2026-12-01T00:00:00Z' },
      },
      { collection: 'mapValue', row: aValue(11, 'facility', { mappedId: 'F1' }), extra: { key: 'mercy' } },
      { collection: 'job', row: aJob({ posts: [receipt], noteCount: 1 }), extra: { collected: { title: 'RN' } } },
      {
        collection: 'job',
        row: aJob({ id: 8, sourceId: sourceIds.other, taskId: null, providerJobId: 'O-8' }),
        extra: { collected: {} },
      },
      { collection: 'jobNote', row: aNote() },
    ]),
  );
  const lines = [
    sql`insert into job_history (customer_id, job_id, who, how, field) values (${parent}, 7, 'Rule', 'rule', 'title')`,
    sql`insert into collection_run (customer_id, task_id, how) values (${parent}, 1, 'schedule')`,
    sql`insert into kept_file (customer_id, source_id, task_id, fetched_at, digest, complete, body)
      values (${parent}, ${source}, 1, now(), 'd', true, 'b')`,
    sql`insert into attached_file (customer_id, source_id, digest, size, body) values (${parent}, ${source}, 'd', 1, 'b')`,
    sql`insert into job_attachment (customer_id, id, job_id, source_id, origin, key, origin_name, name, digest, found_at)
      values (${parent}, gen_random_uuid(), 7, ${source}, 'email', 'k', 'Order', 'Map.pdf', 'd', now())`,
    sql`insert into webhook_delivery (customer_id, task_id, file_id, digest, received_at) values (${parent}, 1, 1, 'd', now())`,
    sql`insert into received_mail (customer_id, task_id, source_id, way, received_at, message_id, digest, sender, subject, size, due_at, body)
      values (${parent}, 1, ${source}, 'smtp', now(), '<1@v.example>', 'd', 'a@v.example', 'Order', 1, now(), 'b')`,
    sql`insert into mail_address (customer_id, task_id, key, created_at) values (${parent}, 1, 'jobs-1', now())`,
    sql`insert into mailbox_cursor (customer_id, task_id, uid_validity, last_uid, looked_at) values (${parent}, 1, 1, 1, now())`,
    sql`insert into vendor_status (customer_id, source_id, key, text) values (${parent}, ${source}, 'purple', 'Purple')`,
    sql`insert into column_mapping (customer_id, source_id, signature, mapping, saved_by, saved_at)
      values (${parent}, ${source}, 's', '{}', 1, now())`,
    sql`insert into pay_fee (customer_id, source_id, vms_fee_percent, bill_overtime) values (${parent}, ${source}, 3, true)`,
    sql`insert into source_order_type (customer_id, target_id, order_type, source_id, ext_id)
      values (${parent}, ${targetId}, 5, ${source}, 'T')`,
    sql`insert into post (customer_id, target_id, job_id, reference, external_id, state, value_ids, shown_rev)
      values (${parent}, ${targetId}, 7, 'R-7', 'A-7', 'done', '{11}', 1)`,
    sql`insert into post_attempt (customer_id, target_id, job_id, generation, at, kind, answer)
      values (${parent}, ${targetId}, 7, 1, now(), 'post', 'done')`,
  ];
  for (const line of lines) await line.execute(db);
  await secrets.put(db, { customerId: parent, owner: 'task:1', field: 'url' }, feedAddress);
}
