import type { ActivityLine, FieldChange } from './activity-line.ts';
import { type ObjectKind, phraseOf } from './object-kinds.ts';

/** Kinds of changes, as the filter shows them. */
export const changeKinds = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  work: 'Work done',
  access: 'Sign-in and security',
} as const;
export type ChangeKind = keyof typeof changeKinds;

/** How the lines of one audit name read. */
export type Saying = {
  readonly kind: ChangeKind;
  /** The kind of object that they are about, also for lines that name none. */
  readonly about: ObjectKind;
  /** What follows the person's name. */
  readonly say: (line: ActivityLine) => string;
  /** Who did it, for lines without a person that are not by the service. */
  readonly by?: string;
};

/** The object in a sentence: by its name, or “a task”. */
export const the = ({ object }: Pick<ActivityLine, 'object'>, noun: string): string =>
  object === null ? `a ${noun}` : phraseOf(object);

/** A text among the facts; empty if there is none. */
export const fact = ({ facts }: Pick<ActivityLine, 'facts'>, key: string): string => {
  const value = facts[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The object of a line, called by a name among the facts if its row is gone. */
export const named = (line: ActivityLine, noun: string, key = 'name'): string => {
  const { object } = line;
  const kept = line.changes.find(({ label }) => label === 'name' || label === 'code');
  const name = object?.name ?? (fact(line, key) || kept?.after || null);
  return object ? phraseOf({ ...object, name }) : name === null ? `a ${noun}` : `the ${noun} “${name}”`;
};

/** Texts longer than this are shown beside the sentence only. */
const mostInSentence = 60;

/** “changed the role of Ann Reyes from Recruiter to Viewer”, or the names of the fields if there are several. */
export function changedWords(changes: readonly FieldChange[], object: string): string {
  const [first, ...others] = changes;
  if (!first) return `saved ${object}`;
  if (others.length > 0) return `changed ${listOf(changes.map(({ label }) => label))} of ${object}`;
  const { label, before, after } = first;
  const isShort = before.length <= mostInSentence && after.length <= mostInSentence && after !== 'hidden';
  return `changed the ${label} of ${object}${isShort ? ` from ${before} to ${after}` : ''}`;
}

/** “name, role and 2 more fields” */
function listOf(labels: readonly string[]): string {
  if (labels.length <= 3) return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
  return `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more fields`;
}

/** A row that was written whole: its id or name, and no other value before. */
const isNew = (changes: readonly FieldChange[]): boolean =>
  changes.length > 1 &&
  changes.every(({ before }) => before === 'blank') &&
  changes.some(({ label }) => label === 'ID' || label === 'name' || label === 'email');

export const added = (about: ObjectKind, noun: string): Saying => ({
  kind: 'added',
  about,
  say: (line) => `added ${named(line, noun)}`,
});
export const removed = (about: ObjectKind, noun: string): Saying => ({
  kind: 'removed',
  about,
  say: (line) => `removed ${named(line, noun)}`,
});
/** A call that adds a row or changes it. */
export const saved = (about: ObjectKind, noun: string): Saying => ({
  kind: 'changed',
  about,
  say: (line) => (isNew(line.changes) ? `added ${named(line, noun)}` : changedWords(line.changes, named(line, noun))),
});
export const worked = (about: ObjectKind, say: Saying['say']): Saying => ({ kind: 'work', about, say });
export const secured = (say: Saying['say'], about: ObjectKind = 'user', by?: string): Saying => ({
  kind: 'access',
  about,
  say,
  ...(by !== undefined && { by }),
});
