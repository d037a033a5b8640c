import type { ActivityLine } from './activity-line.ts';
import { added, changedWords, fact, named, removed, type Saying, saved, secured, the, worked } from './say.ts';

/** Links: 0 none, 1 asked, 2 approved, 3 rejected. */
const linkWords: Readonly<Record<string, string>> = {
  0: 'removed the link',
  1: 'asked for a link',
  2: 'approved the link',
  3: 'rejected the link',
};

function linkChange(line: ActivityLine): string {
  const status = line.changes.find(({ label }) => label === 'status')?.after ?? '';
  return `${linkWords[status] ?? 'changed the link'} of ${the(line, 'person')} to ${fact(line, 'linkedCustomer') || 'another customer'}`;
}

/** “the source Medloop”, or “3 sources”. */
function sourcesOf({ facts: { sources } }: ActivityLine): string {
  if (!Array.isArray(sources)) return 'sources';
  return sources.length === 1 ? `the source ${String(sources[0])}` : `${sources.length} sources`;
}

/** Lines about people, customers, roles, links and sign-on, by the name of their call. */
export const peopleSentences: Readonly<Record<string, Saying>> = {
  'user.save': saved('user', 'person'),
  'user.change': saved('user', 'person'),
  'user.invite': { ...saved('user', 'person'), say: (line) => `invited ${the(line, 'person')} again` },
  'user.remove': removed('user', 'person'),
  'user.follow_role': { ...saved('user', 'person'), say: (line) => `changed the rights of ${the(line, 'person')} with the role` },
  'user.sessions.end': secured((line) => `ended sessions of ${the(line, 'person')}`),
  'role.add': added('role', 'role'),
  'role.save': saved('role', 'role'),
  'role.rights': { ...saved('role', 'role'), say: (line) => changedWords(line.changes, named(line, 'role')) },
  'role.remove': removed('role', 'role'),
  'link.change': { ...saved('link', 'link'), say: linkChange },
  'link.remove': { ...removed('link', 'link'), say: (line) => `removed the links of ${the(line, 'person')}` },
  'session.login.sign_on': secured(() => 'signed in with the agency’s sign-on', 'session'),
  'session.confirm.sign_on': secured(() => 'confirmed who they are with the agency’s sign-on', 'session'),
  'session.sign_on.refused': secured(
    (line) => `came back from sign-on and was refused: ${fact(line, 'why') || 'no reason given'}`,
    'session',
    'Someone',
  ),
  'customer.sign_on.save': secured((line) => changedWords(line.changes, `the sign-on of ${the(line, 'customer')}`), 'customer'),
  'customer.sign_on.remove': secured((line) => `removed the sign-on of ${the(line, 'customer')}`, 'customer'),
  'customer.sign_on.domain': secured(
    (line) =>
      `${line.changes[0]?.after === 'yes' ? 'confirmed' : 'took back'} the domain ${fact(line, 'domain')} of ${the(line, 'customer')}`,
    'customer',
  ),
  'user.invite.list': { ...added('user', 'person'), say: (line) => `invited ${the(line, 'person')} from a list` },
  'customer.add': added('customer', 'customer'),
  'customer.save': saved('customer', 'customer'),
  'customer.modules': { ...saved('customer', 'customer'), say: (line) => changedWords(line.changes, named(line, 'customer')) },
  'customer.remove': removed('customer', 'customer'),
  'customer.restore': worked('customer', (line) => `restored ${named(line, 'customer')}`),
  'customer.disabled': worked('customer', (line) => `made ${named(line, 'customer')} inactive on its disable date`),
  'customer.parent': {
    kind: 'changed',
    about: 'customer',
    say: (line) =>
      line.changes.some(({ after }) => after === 'blank')
        ? `ended the link of ${named(line, 'customer')} with its parent ${fact(line, 'parent')}`
        : `made ${named(line, 'customer')} a child of ${fact(line, 'parent')}`,
  },
  'source.move': {
    kind: 'changed',
    about: 'source',
    say: (line) => `moved ${named(line, 'source')} from ${fact(line, 'parent')} to ${fact(line, 'child')}`,
  },
  'source.move.undo': {
    kind: 'changed',
    about: 'source',
    say: (line) => `moved ${named(line, 'source')} back from ${fact(line, 'child')} to ${fact(line, 'parent')}`,
  },
  'source.move.ask': worked(
    'run',
    (line) => `started to move ${sourcesOf(line)} from ${fact(line, 'parent')} to ${fact(line, 'child')}`,
  ),
  'source.move.stop': worked('run', (line) => `stopped the move from ${fact(line, 'parent')} to ${fact(line, 'child')}`),
  'source.move.undo.ask': worked(
    'run',
    (line) => `started to move ${sourcesOf(line)} back from ${fact(line, 'child')} to ${fact(line, 'parent')}`,
  ),
  'outbox.export_keys': secured(() => 'exported the unsent changes of a device'),
  'outbox.export_keys.sign_on': secured(() => 'exported the unsent changes of a device, confirmed at the agency’s sign-on'),
};
