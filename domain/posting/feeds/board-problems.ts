import type { FeedEntry } from './feed-entry.ts';

/** Why a job board would drop a job: the field, and a sentence with the remedy. */
export type BoardProblem = { readonly field: keyof FeedEntry; readonly words: string };

/** What Indeed requires of every job, and how it gets there. */
const required = [
  ['title', 'The job has no title, degree or specialty. Add a title.'],
  ['date', 'The job has no posting date.'],
  ['reference', 'The job has no reference.'],
  ['requisition', 'The job has no vendor job ID.'],
  ['url', 'The job has no application URL. Enter one in the settings of the feed.'],
  ['company', 'The job has no company. Map its facility.'],
  ['agency', 'The feed has no agency name.'],
  ['city', 'The job has no city. Add it, or map the facility to a client with a city.'],
  ['state', 'The job has no state. Add it, or map the facility to a client with a state.'],
  ['country', 'The job has no country.'],
  ['description', 'The job has no description. Add one.'],
] as const;

const pay = /^\$[\d,.]+( - \$?[\d,.]+)? \/ (hour|week|year)$/;

/**
 * Why Indeed would drop a job of a feed without a word: the rules of its feed, applied to the values as they are written. Empty if it
 * takes the job.
 */
export function boardProblems(entry: FeedEntry): readonly BoardProblem[] {
  const problems: BoardProblem[] = required
    .filter(([field]) => entry[field].trim() === '')
    .map(([field, words]) => ({ field, words }));
  if (entry.date !== '' && !/^\d{4}-\d\d-\d\d(T|$)/.test(entry.date))
    problems.push({ field: 'date', words: 'The posting date is not a date. Refresh the job from its vendor.' });
  if (entry.pay !== '' && !pay.test(entry.pay))
    problems.push({ field: 'pay', words: 'Indeed reads pay in US dollars only. Hide pay in the settings of the feed.' });
  if (entry.url !== '' && !/^https?:\/\//.test(entry.url))
    problems.push({
      field: 'url',
      words: 'The application URL does not begin with https://. Change it in the settings of the feed.',
    });
  return problems;
}
