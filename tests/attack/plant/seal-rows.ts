import { seenFile, storeFile } from '#server/collecting/attachments/stored-files.ts';
import { keepFile } from '#server/collecting/kept-files/kept-files.ts';
import { storeMail } from '#server/collecting/mails/received-mails.ts';
import { storeCredentials } from '#server/collecting/task-rows/task-credentials.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { canaryOf, type PlantedRow, plantedFile } from './planted.ts';

/**
 * Encrypts secrets of every kind, a kept file and an email of customer `n`, whose rows are planted, as the service does it. Returns
 * their rows, which are planted with the others: to encrypt them each time would take most of the time.
 */
export async function sealRows(
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  n: number,
): Promise<readonly PlantedRow[]> {
  const c = canaryOf(n);
  const place = { customerId: n, taskId: n };
  const credentials = { url: `https://127.0.0.1:9/${c}`, username: c, password: c, orgKey: c, secretKey: c };
  const bytes = Buffer.from(`Job ID,Facility\n1,${c}\n`);
  const file = { ...place, sourceId: n, name: null, bytes, complete: true, at: now() };
  const text = `From: ${c}@example.org\r\nSubject: ${c}\r\nMessage-ID: <${c}@example.org>\r\n\r\n${c}\r\n`;
  const mail = { ...place, way: 'mailbox', bytes: Buffer.from(text), envelope: null, at: now(), ownDomain: 'x.test' } as const;
  const fileId = await keepFile(db, secrets, file);
  await db.transaction().execute(async (tx) => {
    await storeCredentials(tx, secrets, place, credentials);
    for (const [owner, field] of [
      [`task:${n}`, 'webhook'],
      [`target:${n}`, 'password'],
      [`target:${n}`, 'clientSecret'],
    ] as const)
      await secrets.put(tx, { customerId: n, owner, field }, c.padEnd(43, 'x'));
    await storeMail(tx, secrets, mail);
    await storeFile(tx, secrets, { customerId: n, sourceId: n }, await seenFile(c, plantedFile(n)));
  });
  const stored = async (table: 'secret' | 'kept_file' | 'received_mail' | 'attached_file') =>
    await db.selectFrom(table).selectAll().where('customer_id', '=', n).execute();
  const [secretRows, files, mails, attached] = await Promise.all([
    stored('secret'),
    stored('kept_file'),
    stored('received_mail'),
    stored('attached_file'),
  ]);
  await db.deleteFrom('kept_file').where('customer_id', '=', n).where('id', '=', fileId).execute();
  return [
    ...secretRows.map((row): PlantedRow => ['secret', { ...row }]),
    ...files.map((row): PlantedRow => ['kept_file', { ...row, id: n }]),
    ...attached.map((row): PlantedRow => ['attached_file', { ...row }]),
    // No run reads it: it waits for a person.
    ...mails.map(
      (row): PlantedRow => [
        'received_mail',
        {
          ...row,
          id: n,
          parser_id: n,
          state: 'unread',
          words: c,
          envelope: null,
          sender_check: null,
          counts: JSON.stringify({}),
        },
      ],
    ),
  ];
}
