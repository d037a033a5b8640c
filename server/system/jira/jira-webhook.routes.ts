import { no, ok } from '#contract/kit/result.ts';
import { readJiraWebhook, renewJiraWebhook } from '#contract/system/jira-webhook.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { shownJira } from './jira-settings.ts';
import { renewWebhook, shownWebhook } from './jira-webhook.ts';

/** Address and secret of Jira's webhook, for provider administrators. */
export const jiraWebhookRoutes: Handler[] = [
  handle(readJiraWebhook, { audit: onlyReads, stepUp: true }, async (_args, { services }) =>
    ok(await shownWebhook(services, services.config.publicUrl)),
  ),
  handle(renewJiraWebhook, { audit: 'system.jira.webhook', stepUp: true }, async (_args, { services, tx }) => {
    const ports = { db: tx, secrets: services.secrets };
    if ((await shownJira(tx)).site === null) return no({ kind: 'invalid', fields: { site: 'Connect Jira first' } });
    await renewWebhook(ports);
    return done(await shownWebhook(ports, services.config.publicUrl), { object: ['setting', 'jira'] });
  }),
];
