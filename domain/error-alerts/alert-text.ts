import type { AlertMessage } from './count-errors.ts';

/** The names of what a configuration counts; null for any. */
type CountedNames = {
  readonly error: string | null;
  readonly customer: string | null;
  readonly crawler: string | null;
  readonly parser: string | null;
};

/** What a message says besides its figures. `latest` is the newest error in words; blank if it is not known. */
export type AlertDetails = {
  readonly names: CountedNames;
  readonly silenceMinutes: number;
  /** The instant of the first error that the message counts, ISO in UTC. */
  readonly sinceAt: string;
  readonly latest: string;
  /** The address of the list of configurations. */
  readonly address: string;
};

/** Most characters of the newest error in a message. */
const mostLatest = 300;

/**
 * A text on one line, without characters that are not seen or turn the reading direction: names and errors hold text from outside.
 */
export const plainLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The one line that says what happened: the subject of an email. */
export function alertSubject({ kind, errors, total }: AlertMessage, { names }: Pick<AlertDetails, 'names'>): string {
  const what = plainLine(whatOf(names));
  if (kind === 'recovered') return `Recovered after ${counted(total)}: ${what}`.slice(0, 200);
  return `${kind === 'more' ? `And ${countedMore(errors)}` : counted(errors)}: ${what}`.slice(0, 200);
}

/** A message as plain text, for Slack and email alike. */
export function alertText(message: AlertMessage, details: AlertDetails): string {
  const { silenceMinutes, latest, address } = details;
  const since = instantWords(details.sinceAt);
  const subject = alertSubject(message, details);
  if (message.kind === 'recovered')
    return `${subject}.\nNo such error for ${minutes(silenceMinutes)}. The first was at ${since}.\n${address}`;
  const newest = plainLine(latest).slice(0, mostLatest);
  const lines = [
    message.kind === 'more' ? `${subject}.\n${counted(message.total)} in all since ${since}.` : `${subject}, since ${since}.`,
    ...(newest === '' ? [] : [`The latest: ${newest}`]),
    `The next message comes in ${minutes(silenceMinutes)}.`,
    address,
  ];
  return lines.join('\n');
}

const counted = (errors: number): string => `${errors.toLocaleString('en-US')} ${errors === 1 ? 'error' : 'errors'}`;
const countedMore = (errors: number): string => `${errors.toLocaleString('en-US')} more ${errors === 1 ? 'error' : 'errors'}`;
const minutes = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'minute' : 'minutes'}`;

function whatOf({ error, customer, crawler, parser }: CountedNames): string {
  const parts = [error ?? 'any kind', ...(customer === null ? ['all customers'] : [customer])];
  if (crawler !== null) parts.push(`crawler ${crawler}`);
  if (parser !== null) parts.push(`parser ${parser}`);
  return parts.join(', ');
}

/** An instant (ISO, UTC) to the minute, as people read it. */
const instantWords = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
