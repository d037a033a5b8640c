/** Ids of the documented token types that the editor treats in a way of their own. */
export const typeIds = {
  after: 1,
  below: 2,
  right: 3,
  pattern: 4,
  part: 5,
  cell: 6,
  column: 7,
  constant: 8,
  lookup: 9,
  loop: 10,
} as const;

/** Types that look for a label. */
export const labelTypes: ReadonlySet<number> = new Set([typeIds.after, typeIds.below, typeIds.right]);

/** What `Val` is for each type, and what to type there. */
export const textWords: Readonly<Record<number, readonly [label: string, hint: string]>> = {
  [typeIds.after]: ['Label', 'Several labels are separated by |'],
  [typeIds.below]: ['Label', 'Several labels are separated by |'],
  [typeIds.right]: ['Label', 'Several labels are separated by |. {shift} means the shift that was read'],
  [typeIds.constant]: ['Value', 'Every job gets it'],
  [typeIds.lookup]: ['Field to translate', 'Its name, such as shift; blank: the token’s own field'],
  [typeIds.loop]: ['Headings of the table', 'Separated by |; blank: a rule finds where each job begins'],
};
