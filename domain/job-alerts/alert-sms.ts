import { plainSigns, segmentsOf } from '../sms/segments.ts';
import { type AlertMail, filledText, jobWords } from './alert-mail.ts';
import { applyLink } from './apply-link.ts';
import type { AlertJob } from './matching.ts';

/** What a text message of an alert is made of. */
export type AlertSms = Omit<AlertMail, 'emailText' | 'stop'> & { readonly smsText: string };

/** Jobs are left out so that a message has at most so many segments. */
export const mostSegments = 5;
/** The longest message that a provider takes, in characters. */
const mostCharacters = 1600;

/** Every message ends with how to stop, as the carriers ask for. */
const stopWords = 'Reply STOP to stop.';

/** A text message to one candidate: as many of the jobs as fit, the first ones first, and how many there are besides. */
export function alertSms(sms: AlertSms): string {
  for (let count = sms.jobs.length; count > 0; count--) {
    const text = textWith(sms, count);
    if (segmentsOf(text).segments <= mostSegments) return text;
  }
  return cut(textWith(sms, 0));
}

function textWith(sms: AlertSms, count: number): string {
  const [before, after] = filledText({ ...sms, emailText: sms.smsText });
  const jobs = sms.jobs.slice(0, count).map((job) => lineOf(job, sms.applyLink));
  return plainSigns([before, ...jobs, restWords(sms.all - count, count), after, stopWords].filter(Boolean).join('\n'));
}

/** The jobs that are not in the message, besides `count` that are. */
function restWords(rest: number, count: number): string {
  if (rest === 0) return '';
  const number = rest.toLocaleString('en-US');
  return count > 0 ? `and ${number} more` : `${number} new job${rest === 1 ? '' : 's'}`;
}

/** A job in one line, with its link in the next. */
const lineOf = (job: AlertJob, template: string): string => [jobWords(job), applyLink(template, job)].filter(Boolean).join('\n');

/** Only a very long name makes a message without jobs too long: its middle is left out, never the end, which says how to stop. */
const cut = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters - stopWords.length - 2).replace(/[\uD800-\uDBFF]$/, '')}\n${stopWords}`;
