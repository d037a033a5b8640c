import { no, ok } from '#contract/kit/result.ts';
import {
  addErrorConfiguration,
  type ErrorConfiguration,
  listErrorConfigurations,
  removeErrorConfiguration,
  saveErrorConfiguration,
} from '#contract/support/error-configurations.ts';
import { quiet } from '#domain/error-alerts/count-errors.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, type Note, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { columnsOfDraft, draftProblems, findConfiguration, listConfigurations } from './configuration-rows.ts';

/** Configurations of error alerts. They are the provider's; a row of a customer counts the errors of that customer alone. */
export const errorConfigurationRoutes: Handler[] = [
  handle(listErrorConfigurations, { audit: onlyReads }, async (filters, { services }) => {
    const listed = await listConfigurations(services.db, filters, services.now());
    return listed === 'no such customer' ? no({ kind: 'not_found' }) : ok(listed);
  }),
  handle(addErrorConfiguration, { audit: 'error.configuration.save' }, async (draft, { services, tx }) => {
    const judged = await draftProblems(tx, draft);
    if ('kind' in judged) return no(judged);
    const { id } = await tx
      .insertInto('error_configuration')
      .values(columnsOfDraft(draft, judged.home))
      .returning('id')
      .executeTakeFirstOrThrow();
    return done(...(await written(tx, id, services.now(), { before: undefined, home: judged.home })));
  }),
  handle(saveErrorConfiguration, { audit: 'error.configuration.save' }, async ({ id, ...draft }, { services, tx }) => {
    const now = services.now();
    const before = await findConfiguration(tx, id, now, { lock: true });
    if (!before) return no({ kind: 'not_found' });
    const judged = await draftProblems(tx, draft);
    if ('kind' in judged) return no(judged);
    const startsAgain = countsDifferently(before, draft) ? { state: JSON.stringify(quiet), latest: '', due_at: null } : {};
    await tx
      .updateTable('error_configuration')
      .set({ ...columnsOfDraft(draft, judged.home), ...startsAgain })
      .where('id', '=', id)
      .execute();
    return done(...(await written(tx, id, now, { before, home: judged.home })));
  }),
  handle(removeErrorConfiguration, { audit: 'error.configuration.remove' }, async ({ id }, { services, tx }) => {
    const found = await findConfiguration(tx, id, services.now(), { lock: true });
    if (!found) return no({ kind: 'not_found' });
    const { customer_id: customerId } = await tx
      .deleteFrom('error_configuration')
      .where('id', '=', id)
      .returning('customer_id')
      .executeTakeFirstOrThrow();
    return done(found, { object: ['errorConfiguration', id], facts: audited(found), customerId });
  }),
];

type Written = { readonly before: ErrorConfiguration | undefined; readonly home: number };

/** The configuration as it is now, and the line of the audit. */
async function written(tx: Tx, id: number, now: Date, { before, home }: Written): Promise<[ErrorConfiguration, Note]> {
  const after = await findConfiguration(tx, id, now);
  if (!after) throw new Error(`configuration ${id} was not written`);
  const changed = changesBetween(before && audited(before), audited(after));
  return [after, { object: ['errorConfiguration', id], changed, customerId: home }];
}

/** What people set, without what it counts now. */
const audited = ({ customer, crawler, parser, error, threshold, bySlack, byMail, silenceMinutes }: ErrorConfiguration) => ({
  customer,
  crawler,
  parser,
  error,
  threshold,
  bySlack,
  byMail,
  silenceMinutes,
});

const counting = ['customerId', 'crawlerId', 'parserId', 'errorCode', 'threshold', 'silenceMinutes'] as const;
type Counting = Pick<ErrorConfiguration, (typeof counting)[number]>;

/** Whether a change is about what is counted, not only about how messages are sent. */
const countsDifferently = (before: Counting, after: Counting): boolean => counting.some((key) => before[key] !== after[key]);
