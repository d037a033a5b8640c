import type { ActivityLine } from './activity-line.ts';
import { changedWords, fact, named, removed, type Saying, saved, secured, worked } from './say.ts';

const target = (line: ActivityLine): string => named(line, 'target');

/** The lists that vendor values are mapped to, as the Lists tab calls them. */
const listNames: Readonly<Record<string, string>> = {
  facility: 'clients',
  degree: 'degrees',
  specialty: 'specialties',
  shift: 'shifts',
};
const listOf = (line: ActivityLine): string => listNames[fact(line, 'list')] ?? fact(line, 'list');

const secretNames: Readonly<Record<string, string>> = { password: 'password', clientSecret: 'client secret' };

/** How the lines of calls about targets read. */
export const targetSentences: Readonly<Record<string, Saying>> = {
  'target.save': saved('target', 'target'),
  'target.remove': removed('target', 'target'),
  'target.check': worked('target', (line) => `checked the connection of ${target(line)}`),
  'target.posting': worked('target', (line) =>
    line.changes.length === 0 ? `kept the posting mode of ${target(line)}` : changedWords(line.changes, target(line)),
  ),
  'target.reveal': secured((line) => `revealed the ${secretNames[fact(line, 'secret')] ?? 'secret'} of ${target(line)}`),
  'target.sign_in': secured((line) => `signed in at the page of ${target(line)}`),
  'target.token': secured((line) => `opened another session with ${target(line)}`),
  'target.sync': worked('target', (line) => `began to read the lists of ${target(line)}`),
  'target.clear_sync_date': worked('target', (line) => `cleared the last sync date of ${target(line)}`),
  'target.decide_list': worked('target', (line) =>
    fact(line, 'choice') === 'keep'
      ? `kept the ${listOf(line)} of ${target(line)} instead of a shorter list`
      : `took over a shorter list of the ${listOf(line)} of ${target(line)}`,
  ),
  'feed.renew': worked('target', (line) => `gave the feed ${target(line)} a new URL`),
  'source.autopost': worked('source', (line) => {
    const to = fact(line, 'target');
    return `turned automatic posting of ${named(line, 'source')}${to === '' ? '' : ` to the target “${to}”`} ${fact(line, 'turned')}`;
  }),
  'list.upload': worked('atsValue', (line) =>
    fact(line, 'list') === ''
      ? `uploaded a list for ${target(line)}`
      : `uploaded the ${listOf(line)} of ${target(line)} as a file`,
  ),
};
