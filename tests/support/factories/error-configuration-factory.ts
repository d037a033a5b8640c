import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import type { addErrorConfiguration } from '#contract/support/error-configurations.ts';

export type ConfigurationDraft = SentArgsOf<typeof addErrorConfiguration>;

/** An error configuration that counts every error and sends to Slack at the tenth. */
export const aConfiguration = (changed: Partial<ConfigurationDraft> = {}): ConfigurationDraft => ({
  customerId: null,
  crawlerId: null,
  parserId: null,
  errorCode: null,
  threshold: 10,
  bySlack: true,
  byMail: false,
  silenceMinutes: 30,
  ...changed,
});
