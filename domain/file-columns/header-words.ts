/**
 * The form in which column names are compared: letters and digits, the dots of nested names, and the signs that distinguish
 * `$/hr` from `Hrs`.
 */
export const comparable = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.$%>]/gu, '')
    .replace(/\.$/, '');

const meanings: Readonly<Record<string, string>> = {
  hr: 'hour',
  wk: 'week',
  dt: 'date',
  no: 'number',
  num: 'number',
  nbr: 'number',
  '#': 'number',
  req: 'requisition',
  dept: 'department',
  spec: 'specialty',
  speciality: 'specialty',
  fac: 'facility',
  desc: 'description',
  guar: 'guaranteed',
  gtd: 'guaranteed',
  qty: 'quantity',
  begin: 'start',
  postal: 'zip',
  zipcode: 'zip',
  hospital: 'facility',
  location: 'place',
};

/** Words that say nothing alone: "Rate" may be any rate. */
const general = new Set(
  'id number name type date rate code title job of the per value amount text status raw kind hour'.split(' '),
);

/** Words that change what a name means: a weekend rate is no bill rate, and a submission date is no start date. */
const turning = new Set(
  (
    'ot overtime holiday weekend night min minimum max maximum old previous prior original last new cancel canceled cancelled deadline ' +
    'close closed closing due submitted submission created updated modified orientation call callback charge local perm pay bill gross ' +
    'total company user agent parent external internal email phone fax lat lon latitude longitude'
  ).split(' '),
);

/** The words of a column name in one form: `Hrs/Wk`, `hoursPerWeek` and `Hours Week` give the same ones. */
export function headerWords(name: string): string[] {
  return name
    .slice(0, 120)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('#', ' # ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '')
    .map((word) => meanings[word] ?? word.replace(/([^s])s$/, '$1'))
    .map((word) => meanings[word] ?? word)
    .filter((word) => word !== 'per');
}

/**
 * How much two column names agree, 0 to 1. The last word counts twice, as it says what the column is: "Facility City" is a city.
 * Different names that only share general words, or where one has a word that changes the meaning, do not agree.
 */
export function headerLikeness(a: readonly string[], b: readonly string[]): number {
  const turned = (words: readonly string[]) =>
    words
      .filter((word) => turning.has(word))
      .sort()
      .join(' ');
  if (turned(a) !== turned(b)) return 0;
  const shared = a.filter((word) => b.includes(word));
  const whole = shared.length === a.length && shared.length === b.length && shared.length > 1;
  if (!whole && shared.every((word) => general.has(word))) return 0;
  const weight = (words: readonly string[], word: string) => (words.at(-1) === word ? 2 : 1);
  const agreed = shared.reduce((sum, word) => sum + weight(a, word) + weight(b, word), 0);
  return Math.min(1, agreed / (a.length + 1 + b.length + 1));
}
