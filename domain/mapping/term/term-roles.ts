// Words that say who does the work, and words that say nothing: our own lists, in concepts of the term vocabulary.

/** Grammar and similar words without meaning. */
export const SILENT_TERM_WORDS: ReadonlySet<string> = new Set(
  'and or of the for in a an to with all other except unit care services service level position job staff'.split(' '),
);

/** Who does the work. Next to a unit or a field ("ICU RN") the list's plain name of the unit is meant. */
export const PROFESSIONS: ReadonlySet<string> = new Set([
  'rn',
  'lpn',
  'cna',
  'np',
  'nurse',
  'physician assistant',
  'physician',
  'medical assistant',
  'advanced practice provider',
]);

/** Words that qualify a role and name none. */
export const QUALIFIERS: ReadonlySet<string> = new Set(['certified', 'licensed', 'registered']);

/** Units for roles. A text that ends in one means a person in that role. */
export const ROLES: ReadonlySet<string> = new Set([
  'technician',
  'technologist',
  'aide',
  'assistant',
  'nurse',
  'rn',
  'lpn',
  'np',
  'physician',
  'surgeon',
  'therapy',
  'counselor',
  'psychologist',
  'manager',
  'administrator',
  'social worker',
  'clerk',
]);
