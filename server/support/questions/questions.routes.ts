import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { nobody } from '#contract/rows/rows.ts';
import type { TicketQuestionRow } from '#contract/rows/ticket.ts';
import { listQuestions, readSupportPhone, removeQuestion, saveQuestion, saveSupportPhone } from '#contract/support/questions.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { questionNamed, questionsOf, supportPhone } from './read-questions.ts';

/** What tickets can be about, and the phone number of support: read by everyone, edited by administrators, for all customers. */
export const questionRoutes: Handler[] = [
  handle(listQuestions, async (_args, { services }) => ok(await questionsOf(withoutScope(services.db)))),
  handle(readSupportPhone, async (_args, { services }) => ok({ phone: await supportPhone(services.db) })),
  handle(saveSupportPhone, { audit: 'support.phone.save' }, async ({ phone }, { tx }) => {
    const before = await supportPhone(tx);
    if (before === phone) return unchanged({ phone });
    await sql`update customer set settings = (settings - 'supportPhone') || ${JSON.stringify(phone === null ? {} : { supportPhone: phone })}::jsonb
      where id = (select id from customer where provider order by id limit 1)`.execute(tx);
    return done({ phone }, { changed: changesBetween({ phone: before }, { phone }) });
  }),
  handle(
    saveQuestion,
    { audit: 'support.question.save', ownTransactions: true },
    async ({ id, ...draft }, { services, record }) => {
      const problem = fieldsProblem(draft.fields);
      if (problem) return no({ kind: 'invalid', fields: { fields: problem } });
      return services.db.transaction().execute(async (tx) => {
        const before = id === 0 ? undefined : await questionNamed(tx, id);
        if (id !== 0 && !before) return no(absent('ticketQuestion', id));
        const twin = (await questionsOf(tx)).find((other) => other.id !== id && sameName(other.name, draft.name));
        if (twin)
          return no({ kind: 'invalid' as const, fields: { name: 'Another question has this name. Choose a different one.' } });
        const own = before?.id ?? (await nextIds(tx, 'ticketQuestion', 1))[0] ?? 0;
        const question: TicketQuestionRow = { ...draft, id: own };
        const receipt = await record(tx, { object: ['ticketQuestion', own], changed: changesBetween(before, question) });
        await writeRows(tx, nobody, [{ collection: 'ticketQuestion', row: question }]);
        return done(question, receipt);
      });
    },
  ),
  handle(removeQuestion, { audit: 'support.question.remove', ownTransactions: true }, async ({ id }, { services, record }) =>
    services.db.transaction().execute(async (tx) => {
      const question = await questionNamed(tx, id);
      if (!question) return no(absent('ticketQuestion', id));
      const receipt = await record(tx, { object: ['ticketQuestion', id], facts: { name: question.name } });
      await writeRows(tx, nobody, [{ collection: 'ticketQuestion', id, removed: true }]);
      return done(question, receipt);
    }),
  ),
];

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What is wrong with the fields of a question; null if nothing is. */
function fieldsProblem(fields: TicketQuestionRow['fields']): string | null {
  if (new Set(fields.map(({ id }) => id)).size < fields.length) return 'Give each field its own number.';
  const twin = fields.find(({ name }, i) => fields.some((other, j) => j < i && sameName(other.name, name)));
  if (twin) return `Two fields are named ${twin.name}. Give each its own name.`;
  const alone = fields.find(({ required, group }) => required === 2 && group === null);
  return alone ? `Name the group of which one field is required: ${alone.name} has none.` : null;
}
