import { escaped } from '../descriptions/description-html.ts';
import { applyLink } from './apply-link.ts';
import type { AlertJob } from './matching.ts';

/** What an email of an alert is made of. */
export type AlertMail = {
  readonly emailText: string;
  readonly applyLink: string;
  readonly customer: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobs: readonly AlertJob[];
  /** Jobs that suit, with those beyond the number in one email. */
  readonly all: number;
  /** Where the candidate stops the alerts; null in a preview and a test. */
  readonly stop: string | null;
};

const jobsPart = '#JOBS#';
const anyPart = /#[A-Z][A-Z\d_]*#/gi;
const values: Readonly<Record<string, (mail: Omit<Parameters<typeof filledText>[0], 'emailText'>) => string>> = {
  '#FIRST_NAME#': ({ firstName }) => firstName,
  '#NAME#': ({ firstName, lastName }) => `${firstName} ${lastName}`,
  '#CUSTOMER_NAME#': ({ customer }) => customer,
};

/** The placeholders of the text, in the order in which a form names them. */
export const textPlaceholders: readonly string[] = [...Object.keys(values), jobsPart];

/** Why a text cannot be sent, naming what no one replaces; null where it can. */
export function alertTextProblem(text: string): string | null {
  const unknown = [...new Set(text.match(anyPart))].filter((part) => !textPlaceholders.includes(part));
  if (unknown.length > 0) return `Remove ${unknown.join(', ')}: only ${textPlaceholders.join(', ')} are replaced.`;
  return text.split(jobsPart).length > 2 ? `Write ${jobsPart} once: it is the list of jobs.` : null;
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const jobsWords = (count: number): string => (count === 1 ? '1 new job' : `${count.toLocaleString('en-US')} new jobs`);

/** The text in one pass, so that a name with a placeholder in it is not replaced again, before and after the list of jobs. */
export function filledText(
  mail: Pick<AlertMail, 'emailText' | 'customer' | 'firstName' | 'lastName'>,
): readonly [string, string] {
  const [before = '', after = ''] = mail.emailText.split(jobsPart);
  const fill = (text: string) => text.replaceAll(anyPart, (part) => oneLine(values[part]?.(mail) ?? part)).trim();
  return [fill(before), fill(after)];
}

/** An email to one candidate, as plain text and as HTML that loads nothing. Every value is shown as text. The subject is one line. */
export function alertMail(mail: AlertMail): { readonly subject: string; readonly text: string; readonly html: string } {
  return {
    subject: oneLine(`${jobsWords(mail.all)} – ${mail.customer}`).slice(0, 200),
    text: textOf(mail),
    html: htmlOf(mail),
  };
}

const dayWords = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

/** The lines of a job: its title, and what else a candidate reads of it. No rate and no facility: these are the agency's. */
const linesOf = ({ title, city, state, specialty, shift, startDate }: AlertJob) => ({
  title: oneLine(title) || 'Job',
  facts: [
    [city, state].map(oneLine).filter(Boolean).join(', '),
    oneLine(specialty),
    oneLine(shift),
    startDate && `Starts ${dayWords(startDate)}`,
  ]
    .filter(Boolean)
    .join(' · '),
});

/** A job in one line of few words, for a text message. */
export function jobWords(job: AlertJob): string {
  const place = [job.city, job.state].map(oneLine).filter(Boolean).join(' ');
  return [linesOf(job).title, place, oneLine(job.shift)].filter(Boolean).join(', ');
}

const moreWords = ({ all, jobs }: AlertMail): string | null =>
  all > jobs.length ? `These are the first ${jobs.length} of ${all.toLocaleString('en-US')} new jobs that suit you.` : null;

const whyWords = ({ customer }: AlertMail): string => `You get this email because you are a candidate of ${oneLine(customer)}.`;
const stopWords = 'Stop these emails';

function textOf(mail: AlertMail): string {
  const [before, after] = filledText(mail);
  const jobs = mail.jobs.map((job) => {
    const { title, facts } = linesOf(job);
    return [title, facts, applyLink(mail.applyLink, job)].filter(Boolean).join('\n');
  });
  const end = [whyWords(mail), mail.stop && `${stopWords}: ${mail.stop}`].filter(Boolean).join('\n');
  return `${[before, ...jobs, moreWords(mail), after, end].filter(Boolean).join('\n\n')}\n`;
}

function htmlOf(mail: AlertMail): string {
  const [before, after] = filledText(mail);
  const paragraphs = (text: string) =>
    text
      .split(/\n{2,}/)
      .filter((part) => part.trim() !== '')
      .map((part) => `<p dir="auto" style="margin:0 0 12px">${escaped(part.trim()).replaceAll('\n', '<br>')}</p>`);
  const more = moreWords(mail);
  const small = 'margin:0 0 4px;color:#60646c;font-size:13px';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>',
    escaped(oneLine(mail.customer)),
    '</title></head><body style="margin:0;padding:24px;font-family:system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1c2024;background:#ffffff"><div style="max-width:560px">',
    ...paragraphs(before),
    ...mail.jobs.map((job) => jobHtml(job, applyLink(mail.applyLink, job))),
    ...(more === null ? [] : [`<p style="${small}">${escaped(more)}</p>`]),
    ...paragraphs(after),
    `<p style="${small};margin-top:24px">${escaped(whyWords(mail))}</p>`,
    ...(mail.stop === null
      ? []
      : [`<p style="${small}"><a href="${escaped(mail.stop)}" style="color:#1c5d99">${stopWords}</a></p>`]),
    '</div></body></html>',
  ].join('');
}

function jobHtml(job: AlertJob, link: string | null): string {
  const { title, facts } = linesOf(job);
  const apply =
    link === null
      ? ''
      : `<p style="margin:10px 0 0"><a href="${escaped(link)}" style="display:inline-block;padding:8px 14px;border-radius:8px;background:#1c5d99;color:#ffffff;text-decoration:none">Apply</a></p>`;
  return `<div style="margin:0 0 12px;padding:12px 16px;border:1px solid #d9dde1;border-radius:8px"><p dir="auto" style="margin:0;font-weight:600">${escaped(title)}</p><p dir="auto" style="margin:4px 0 0;color:#60646c;font-size:14px">${escaped(facts)}</p>${apply}</div>`;
}
