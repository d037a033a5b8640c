import type { JobAlertDraft } from '#contract/support/job-alerts.ts';
import { alertTextProblem } from '#domain/job-alerts/alert-mail.ts';
import { applyLinkProblem } from '#domain/job-alerts/apply-link.ts';
import { candidatesProblem } from '#domain/targets/candidates.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { shownSms } from '#server/system/sms/sms-settings.ts';
import { configurationProblem } from './new-jobs.ts';

type Draft = Pick<JobAlertDraft, 'targetId' | 'configurationId' | 'applyLink' | 'sendVia' | 'emailText' | 'smsText'>;
type Refused = { readonly kind: 'invalid'; readonly fields: Readonly<Record<string, string>> };

/** What is wrong with a draft that its schema does not see, for the person who saves it; null for nothing. Every problem is named. */
export async function draftProblem(db: Db, customerId: number, ownerId: number, draft: Draft): Promise<Refused | null> {
  const target = await storedRow(db, customerId, 'target', draft.targetId);
  const problems = {
    targetId: candidatesProblem(target?.row),
    configurationId: await configurationProblem(db, { customerId, ownerId, configurationId: draft.configurationId }),
    applyLink: applyLinkProblem(draft.applyLink),
    sendVia: draft.sendVia === 'email' ? null : await noSmsProblem(db),
    emailText: alertTextProblem(draft.emailText),
    smsText: alertTextProblem(draft.smsText),
  };
  const fields = Object.fromEntries(
    Object.entries(problems).flatMap(([field, words]) => (words === null ? [] : [[field, words]])),
  );
  return Object.keys(fields).length === 0 ? null : { kind: 'invalid', fields };
}

/** Why no text messages can be sent, with what to do; null if they can. The connection must not be a transaction limited to customers. */
async function noSmsProblem(db: Db): Promise<string | null> {
  const { accountSid } = await shownSms(db, '');
  return accountSid === null
    ? 'Text messages are not set up yet. Ask your provider to connect an account for them in the system settings, or choose email.'
    : null;
}
