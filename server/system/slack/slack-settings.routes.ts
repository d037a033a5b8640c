import { no, ok } from '#contract/kit/result.ts';
import { checkSlack, readSlackSettings, saveSlackSettings } from '#contract/system/slack-settings.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { keepSlack, shownSlack, slackWebhook } from './slack-settings.ts';
import { isWebhook, postToSlack } from './slack-webhook.ts';

const notOne = {
  kind: 'invalid',
  fields: {
    webhook: 'Enter the address of an incoming webhook, such as https://hooks.slack.com/services/T000/B000/x',
  },
} as const;

const testText = 'This is a test message of Jobdock: alerts about errors arrive here.';

export const slackSettingRoutes: Handler[] = [
  handle(readSlackSettings, async (_args, { services }) => ok(await shownSlack(services.db))),
  handle(saveSlackSettings, { audit: 'system.slack.save', stepUp: () => true }, async ({ webhook }, { services, tx }) => {
    if (webhook !== null && !isWebhook(webhook, services.config.allowHosts)) return no(notOne);
    const before = await shownSlack(tx);
    await keepSlack({ db: tx, secrets: services.secrets }, webhook);
    const after = await shownSlack(tx);
    // The audit says only that the address was changed.
    const facts = { webhook: webhook === null ? 'removed' : 'entered' };
    return done(after, { object: ['setting', 'slack'], changed: changesBetween(before, after), facts });
  }),
  handle(checkSlack, { audit: 'none: it sends one test message and keeps nothing' }, async ({ webhook }, { services }) => {
    const { allowHosts: allow } = services.config;
    const address = webhook ?? (await slackWebhook(services));
    if (address === undefined) return no({ kind: 'invalid', fields: { webhook: 'Enter the address of a webhook first' } });
    if (!isWebhook(address, allow)) return no(notOne);
    const since = performance.now();
    const answer = await postToSlack(address, testText, { allow });
    if (answer.kind !== 'sent') return no({ kind: 'invalid', fields: { webhook: answer.words } });
    return ok({ milliseconds: Math.round(performance.now() - since) });
  }),
];
