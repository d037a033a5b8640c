import { stateCode, stateNames } from '#domain/parsing/states.ts';
import type { Tally } from '#src/workers/columns/tally.ts';

/** Where open jobs are: a state of the map, or a tile beside it. */
type PlaceKind = 'state' | 'territory' | 'province' | 'military' | 'other' | 'none';

/** The open jobs of one place. A job without a number of positions is one position. */
export type Place = {
  /** Its two-letter code, the text itself if it is no known place, or empty for jobs without a state. */
  readonly key: string;
  readonly name: string;
  readonly kind: PlaceKind;
  readonly jobs: number;
  readonly positions: number;
  /** The texts in jobs that mean this place. */
  readonly texts: readonly string[];
};

export type Measure = 'jobs' | 'positions';

const territories: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI', 'FM', 'MH', 'PW']);
const military: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);
const provinces: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
const names = new Map(stateNames.map(({ code, name }) => [code, name]));

function kindOf(code: string): PlaceKind {
  if (territories.has(code)) return 'territory';
  if (military.has(code)) return 'military';
  return provinces.has(code) ? 'province' : 'state';
}

/** Codes of what the map draws: the fifty states and the District of Columbia. */
export const mapCodes: readonly string[] = stateNames.map(({ code }) => code).filter((code) => kindOf(code) === 'state');

/**
 * Open jobs by place, from their tally by state. Every job is in exactly one place. All states of the map are there, also those
 * without jobs; of the others only those with jobs.
 */
export function placesOf(tallies: readonly Tally[]): readonly Place[] {
  const places = new Map(mapCodes.map((code): [string, Place] => [code, empty(code)]));
  for (const { value, count, total, blanks } of tallies) {
    const text = typeof value === 'string' ? value : '';
    const code = text === '' ? undefined : stateCode(text);
    // Texts that differ in case alone are one: a query does not tell them apart.
    const key = code ?? text.toLowerCase();
    const place = places.get(key) ?? (code === undefined ? unknown(key, text) : empty(code));
    const isNew = text !== '' && !place.texts.some((one) => one.toLowerCase() === text.toLowerCase());
    places.set(key, {
      ...place,
      jobs: place.jobs + count,
      positions: place.positions + total + blanks,
      texts: isNew ? [...place.texts, text] : place.texts,
    });
  }
  return [...places.values()];
}

const empty = (code: string): Place => ({
  key: code,
  name: names.get(code) ?? code,
  kind: kindOf(code),
  jobs: 0,
  positions: 0,
  texts: [],
});

const unknown = (key: string, text: string): Place =>
  text === ''
    ? { key, name: 'No state', kind: 'none', jobs: 0, positions: 0, texts: [] }
    : { key, name: text, kind: 'other', jobs: 0, positions: 0, texts: [] };

const tileOrder: readonly PlaceKind[] = ['territory', 'province', 'military', 'other', 'none'];

/** The places beside the map, by kind and then by the measure. */
export const tilesOf = (places: readonly Place[], measure: Measure): readonly Place[] =>
  places
    .filter(({ kind }) => kind !== 'state')
    .sort(
      (a, b) => tileOrder.indexOf(a.kind) - tileOrder.indexOf(b.kind) || b[measure] - a[measure] || (a.name < b.name ? -1 : 1),
    );

/** The query for exactly the open jobs of a place. */
export function placeQuery({ key, kind, texts }: Pick<Place, 'key' | 'kind' | 'texts'>): string {
  if (kind === 'none') return 'is:open state:""';
  if (texts.every((text) => /^[a-z]{2}$/i.test(text))) return `is:open state:${texts.length === 0 ? key : texts.join(',')}`;
  // "=": the texts as they are. Without it, the query bar reads a state's name as its code.
  return `is:open state:=${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}`;
}

/** The filters of the jobs report for the same jobs. What its filter by state cannot say is its search. */
export function placeFilters(place: Pick<Place, 'key' | 'kind' | 'texts'>): Record<string, string> {
  const { key, kind, texts } = place;
  const isCode = kind !== 'none' && texts.every((text) => text.toUpperCase() === key);
  return isCode ? { state: key, jstatus: '2' } : { q: placeQuery(place) };
}
