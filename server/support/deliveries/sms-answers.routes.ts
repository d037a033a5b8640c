import { no, ok } from '#contract/kit/result.ts';
import { receiveSmsAnswer } from '#contract/system/sms-settings.ts';
import { answerOf } from '#domain/sms/answers.ts';
import { phoneOf } from '#domain/sms/phone.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { answersUrl, smsAccess } from '#server/system/sms/sms-settings.ts';
import { isSignedByTwilio } from '#server/system/sms/twilio.ts';
import { keepSmsAnswer, phoneKey } from './sms-stops.ts';

/** Twilio sends its own confirmation of STOP and START; this answer sends nothing. */
const nothing = { body: '<?xml version="1.0" encoding="UTF-8"?><Response/>', contentType: 'text/xml; charset=utf-8' };

/** Text messages that people send back. The signature is the only proof. */
export const smsAnswerRoutes: Handler[] = [
  handle(
    receiveSmsAnswer,
    { audit: 'none: no user answers, so that it writes a line without one itself' },
    async ({ form: bytes }, { services, browser }) => {
      const { db, secrets, config, now, log } = services;
      const access = await smsAccess(services);
      const form = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
      if (!access || !isSignedByTwilio(access.token, answersUrl(config.publicUrl), form, browser.header('x-twilio-signature'))) {
        log.warn({ route: receiveSmsAnswer.route }, 'an incoming text message was not signed');
        return no({ kind: 'forbidden' });
      }
      const said = { STOP: 'stop', START: 'start' }[form.get('OptOutType') ?? ''] ?? answerOf(form.get('Body') ?? '');
      const phone = phoneOf(form.get('From') ?? '');
      if ((said !== 'stop' && said !== 'start') || phone === undefined || form.get('AccountSid') !== access.accountSid)
        return ok(nothing);
      const { providerId } = access;
      const messageId = (form.get('MessageSid') ?? '').slice(0, 64);
      await db.transaction().execute(async (tx) => {
        const kept = { providerId, key: phoneKey(secrets, phone), answer: said, messageId, at: now() } as const;
        if (!(await keepSmsAnswer(tx, kept))) return;
        const facts = { answer: said === 'stop' ? 'stop' : 'again', by: 'sms' };
        await writeAudit(tx, { customerId: providerId, actorId: null, userId: null, name: 'alert.answer', facts });
      });
      return ok(nothing);
    },
  ),
];
