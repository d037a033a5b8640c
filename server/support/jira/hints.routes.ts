import { sql } from 'kysely';
import * as z from 'zod';
import { no, ok } from '#contract/kit/result.ts';
import { receiveJiraHint } from '#contract/system/jira-webhook.ts';
import { ticketOfLabels } from '#domain/tickets/issue-text.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { jiraAccess } from '#server/system/jira/jira-settings.ts';
import { judgeHint } from '#server/system/jira/jira-webhook.ts';

/** What of a hint is read: which issue changed. */
const Hint = z.object({
  issue: z.object({
    key: z.string().max(100),
    fields: z.object({ labels: z.array(z.string()).catch([]) }).catch({ labels: [] }),
  }),
});

function hintIn(body: Uint8Array): z.infer<typeof Hint>['issue'] | undefined {
  try {
    return Hint.safeParse(JSON.parse(Buffer.from(body).toString('utf8'))).data?.issue;
  } catch {
    return undefined;
  }
}

/**
 * Jira's webhook. A hint only makes the ticket of its issue due, which is then read by its key: so a hint that is old, repeated or wrong
 * changes nothing.
 */
export const jiraHintRoutes: Handler[] = [
  handle(
    receiveJiraHint,
    { audit: 'none: what it leads to has lines of its own' },
    async ({ key, payload }, { services, browser }) => {
      const { db, now, log } = services;
      const judged = await judgeHint(services, { key, signature: browser.header('x-hub-signature'), body: payload });
      if (judged === 'gone') return no({ kind: 'not_found' });
      if (judged === 'forged') {
        log.warn({ route: receiveJiraHint.route }, 'a hint of Jira was not signed');
        return no({ kind: 'forbidden' });
      }
      const access = await jiraAccess(services);
      const issue = hintIn(payload);
      if (!access || !issue) return ok({ accepted: true as const });
      // A label outlives a move to another key.
      const ticketId = ticketOfLabels(access.mark, issue.fields.labels);
      await sql`update ticket_issue set due = true where place = ${access.place} and state = 'sent' and not due
        and (ticket_id = ${ticketId} or issue_key = ${issue.key})`.execute(db);
      await sql`insert into jira_pace (customer_id, next_at, hinted_at) values (${judged.providerId}, ${now()}, ${now()})
        on conflict (customer_id) do update set hinted_at = excluded.hinted_at`.execute(db);
      return ok({ accepted: true as const });
    },
  ),
];
