import { type ZipPlaces, zipsWithin } from '#domain/places/zip-places.ts';
import { type Condition, zipsIn } from '#domain/query/condition.ts';

/** What the screen says about a view that asks for a distance: whether places are known here, and the zip codes that are unknown. */
export type NearNews = { readonly state: 'loading' | 'ready' | 'missing'; readonly unknown: readonly string[] };

/** Distances asked for lately are kept: one query is compiled many times while rows arrive. */
const keptAnswers = 20;

/** Where zip codes lie. The table is loaded at the first question for a distance. */
export class Places {
  #table: ZipPlaces | null = null;
  #state: 'idle' | NearNews['state'] = 'idle';
  readonly #load: () => Promise<ZipPlaces>;
  readonly #changed: () => void;
  readonly #answers = new Map<string, ReadonlySet<number> | null>();

  /** `changed` is called when the table has arrived or could not be loaded. */
  constructor(load: () => Promise<ZipPlaces>, changed: () => void) {
    this.#load = load;
    this.#changed = changed;
  }

  /** Keys of the zip codes within so many miles of one. Null if places are not known yet, or if that zip code is not. */
  readonly zipsNear = (zip: string, miles: number): ReadonlySet<number> | null => {
    if (this.#state === 'idle') this.#start();
    if (!this.#table) return null;
    const name = `${zip}~${miles}`;
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const zips = zipsWithin(this.#table, zip, miles);
    if (this.#answers.size >= keptAnswers) this.#answers.clear();
    this.#answers.set(name, zips);
    return zips;
  };

  /** Loads again what could not be loaded. */
  retry(): void {
    if (this.#state === 'missing') this.#start();
  }

  /** What there is to say about a view; null for one that asks for no distance. */
  newsOf(where: Condition | null): NearNews | null {
    const zips = where ? zipsIn(where) : [];
    if (zips.length === 0 || this.#state === 'idle') return null;
    const unknown = this.#table ? zips.filter((zip) => this.zipsNear(zip, 0) === null) : [];
    return { state: this.#state, unknown };
  }

  #start(): void {
    this.#state = 'loading';
    this.#load().then(
      (table) => {
        this.#table = table;
        this.#state = 'ready';
        this.#changed();
      },
      () => {
        this.#state = 'missing';
        this.#changed();
      },
    );
  }
}
