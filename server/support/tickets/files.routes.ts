import { randomUUID } from 'node:crypto';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { TicketFile } from '#contract/rows/ticket.ts';
import { addTicketFile, listTicketFiles, readTicketFile } from '#contract/support/tickets.ts';
import { offeredName } from '#domain/attachments/file-kind.ts';
import { cleanFileName } from '#domain/file-names/clean-file-name.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { lockedKept } from './kept-ticket.ts';
import { ticketCustomers, ticketNamed } from './read-tickets.ts';
import { kindOf, problemOf } from './ticket-file.ts';

/** Files of tickets: their bytes apart, what is known of them in the ticket's row, so that every device has it. */
export const ticketFileRoutes: Handler[] = [
  handle(listTicketFiles, { load: { ticket: ticketNamed() } }, async (_args, _call, { ticket }) =>
    ok(ticket.row.files.map(shown)),
  ),
  handle(readTicketFile, async ({ id }, { services: { db }, actor }) => {
    const file = await db
      .selectFrom('ticket_file')
      .select(['name', 'content'])
      .where(ofCustomers(ticketCustomers(actor)))
      .where('id', '=', id)
      .executeTakeFirst();
    return file ? ok({ body: file.content, fileName: file.name }) : no(absent('file', id));
  }),
  handle(
    addTicketFile,
    { audit: 'ticket.file', load: { ticket: ticketNamed({ lock: true }) } },
    async ({ file: bytes, fileName, ref }, { tx, actor, services, write }, { ticket: { customerId, row: named } }) => {
      // A file that waited on a device while its ticket was merged.
      const mergedInto = named.mergedInto ?? null;
      const row = mergedInto === null ? named : await lockedKept(tx, customerId, mergedInto);
      if (!row) return no(absent('ticket', named.id));
      const known = row.files.find(({ id }) => id === ref);
      if (known) return unchanged(shown(known));
      const clean = cleanFileName(fileName);
      const kind = kindOf(clean, bytes);
      const problem = problemOf(kind, bytes.byteLength, row.files.length);
      if (problem) return no({ kind: 'invalid', fields: { file: `${messages.fileNotUploaded({ name: clean })}. ${problem}` } });
      const id = ref ?? randomUUID();
      const at = services.now();
      const { name } = offeredName(clean, kind);
      const stored = { customer_id: customerId, id, ticket_id: row.id, name, content: bytes, by_id: actor.userId, added_at: at };
      const added = await tx
        .insertInto('ticket_file')
        .values(stored)
        .onConflict((c) => c.doNothing())
        .executeTakeFirst();
      // The UUID is that of a file of another ticket.
      if (added.numInsertedOrUpdatedRows !== 1n)
        return no({ kind: 'invalid', fields: { ref: 'Another file has this UUID. Send the file under a new one.' } });
      const file: TicketFile = { id, name, kind: kind.label, size: bytes.byteLength, by: actor.name, at: at.toISOString() };
      const changed = { files: [...row.files, file], changedAt: file.at, version: row.version + 1, by: actor.name, at: file.at };
      write({ collection: 'ticket', row: { ...row, ...changed } });
      return done(shown(file), { object: ['ticket', row.id], facts: { name, size: file.size } });
    },
  ),
];

const shown = ({ at, ...file }: TicketFile) => ({ ...file, created: at });
