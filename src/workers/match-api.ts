import uFuzzy from '@leeoniya/ufuzzy';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listGroupChoices } from '#contract/mapping/values.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import type { Reason } from '#domain/mapping/candidate/candidate.ts';
import { isUnder, type ListPart, levelsOf } from '#domain/mapping/hierarchy.ts';
import { type GroupChoices, slotOf } from '#domain/mapping/learned-group.ts';
import { createMatcher, type Matcher } from '#domain/mapping/matcher.ts';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import { scan } from '#src/store/rows.ts';
import type { Store, StoreKey } from '#src/store/store.ts';

/**
 * An ATS value with the name of its parent: the degree of a specialty, or the parent company of a client. `children` is the number of
 * clients under a client.
 */
export type AtsChoice = AtsValueRow & { readonly parent: string | null; readonly children: number };

/** Values found in a list or in a part of it. `of` is the size of what was searched, `levels` the number of levels of the list. */
export type Found = { readonly found: readonly AtsChoice[]; readonly of: number; readonly levels: number };

/** An ATS value that a text may mean, with its certainty (0 to 100) and reasons. */
export type Suggestion = { readonly ats: AtsChoice; readonly certainty: number; readonly reasons: readonly Reason[] };

/** The group's choices for this customer's mapping rows, as the service returns them. */
export type Taught = ReplyOf<typeof listGroupChoices>;

/** One target's lists, ready for matching and search. */
type Lists = {
  readonly match: Matcher;
  readonly byId: ReadonlyMap<string, AtsChoice>;
  readonly rows: Readonly<Record<MapKind, readonly AtsChoice[]>>;
  readonly haystacks: Map<MapKind, string[]>;
  /** The level of each value. Inactive values keep theirs, because others may be under them. */
  readonly levels: Readonly<Record<MapKind, ReadonlyMap<string, number>>>;
};

/** Users map one text after another. New choices are learned in a pause, not between two texts. */
const learnAfterMs = 1_500;
const fuzzy = new uFuzzy({ intraMode: 1 });

/** The match worker's API. It is a plain object, so tests use it without a Worker. Call `open` first. */
export function createMatching(openStore: (key: StoreKey) => Promise<Store>) {
  let store: Store | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lists = new Map<number, Promise<Lists>>();
  const taught = new Map<number, Taught>();

  const listsOf = (targetId: number): Promise<Lists> => {
    if (!store) throw new Error('matching is not open');
    const known = lists.get(targetId) ?? readLists(store, targetId, taught.get(targetId) ?? []);
    lists.set(targetId, known);
    return known;
  };
  const close = () => {
    clearTimeout(timer);
    store?.close();
    store = null;
    lists.clear();
  };

  return {
    async open(key: StoreKey): Promise<void> {
      close();
      store = await openStore(key);
      store.watch(({ changes }) => {
        const changed = new Set(changes.map(({ collection }) => collection));
        if (changed.has('atsValue')) lists.clear();
        if (!changed.has('mapValue')) return;
        clearTimeout(timer);
        timer = setTimeout(() => lists.clear(), learnAfterMs);
      });
    },

    /** Learns what the customer's group chose for this target's texts. */
    teach(targetId: number, choices: Taught): void {
      if (JSON.stringify(taught.get(targetId) ?? []) === JSON.stringify(choices)) return;
      taught.set(targetId, choices);
      lists.delete(targetId);
    },

    /** The values that a vendor's text may mean, most likely first. */
    async suggest(targetId: number, sought: SoughtValue, limit: number): Promise<Suggestion[]> {
      const { match, byId } = await listsOf(targetId);
      return match(sought, limit).flatMap(({ id, certainty, reasons }) => {
        const ats = byId.get(`${sought.kind}/${id}`);
        return ats ? [{ ats, certainty, reasons }] : [];
      });
    },

    /**
     * Searches the values of a list, or of a part of it, by the typed text, best match first. Without text, returns the start of the
     * list, or the part in the order of its names.
     */
    async search(targetId: number, kind: MapKind, typed: string, limit: number, part: ListPart | null = null): Promise<Found> {
      const { rows, haystacks, levels } = await listsOf(targetId);
      const list = rows[kind];
      const within = part === null ? list : list.filter(inPart(kind, part, levels[kind]));
      const all = { of: within.length, levels: Math.max(0, ...new Set(list.map(({ extId }) => levels[kind].get(extId) ?? 0))) };
      if (typed.trim() === '') return { ...all, found: (part === null ? list : within.toSorted(byName)).slice(0, limit) };
      const haystack = haystacks.get(kind) ?? list.map(searchedText);
      haystacks.set(kind, haystack);
      const wanted = new Set(within);
      const found = placesOf(haystack, typed).flatMap((at) => {
        const row = list[at];
        return row && wanted.has(row) ? [row] : [];
      });
      return { ...all, found: found.slice(0, limit) };
    },

    close,
  };
}
export type MatchApi = ReturnType<typeof createMatching>;

const searchedText = ({ name, city, state, extId, parent }: AtsChoice): string =>
  [name, city, state, extId, parent].filter(Boolean).join(' ');

function placesOf(haystack: string[], typed: string): readonly number[] {
  const [found, info, order] = fuzzy.search(haystack, typed, 1, 1_000);
  if (!found) return [];
  return info && order ? order.map((at) => info.idx[at] ?? 0) : found;
}

const inPart =
  (kind: MapKind, part: ListPart, levels: ReadonlyMap<string, number>) =>
  (row: AtsValueRow): boolean =>
    'level' in part ? levels.get(row.extId) === part.level : isUnder(kind, row, part.parentId);

const byName = (a: AtsChoice, b: AtsChoice): number => a.name.localeCompare(b.name) || a.id - b.id;

const parentKind: Partial<Record<MapKind, MapKind>> = { specialty: 'degree', facility: 'facility' };

function withParents(rows: readonly AtsValueRow[]): readonly AtsChoice[] {
  const names = new Map(rows.map((row) => [`${row.kind}/${row.extId}`, row.name]));
  const children = new Map<string, number>();
  for (const { kind, parentId } of rows)
    if (kind === 'facility' && parentId !== null) children.set(parentId, (children.get(parentId) ?? 0) + 1);
  return rows.map((row) => ({
    ...row,
    parent: names.get(`${parentKind[row.kind]}/${row.parentId}`) ?? null,
    children: row.kind === 'facility' ? (children.get(row.extId) ?? 0) : 0,
  }));
}

async function readLists(store: Store, targetId: number, taught: Taught): Promise<Lists> {
  const [ats, all] = await Promise.all([scan(store, 'atsValue'), scan(store, 'mapValue')]);
  const values = all.filter((row) => row.targetId === targetId);
  const rowOf = new Map(values.map((row) => [row.id, row]));
  const group: GroupChoices = new Map(
    taught.flatMap(({ valueId, externalId: id, times }) => {
      const row = rowOf.get(valueId);
      return row ? [[slotOf(row), { id, times }] as const] : [];
    }),
  );
  const listed = ats.filter((row) => row.targetId === targetId);
  const active = withParents(listed.filter((row) => row.active));
  const of = (kind: MapKind) => active.filter((row) => row.kind === kind);
  const levels = (kind: MapKind) => levelsOf(listed.filter((row) => row.kind === kind));
  return {
    match: createMatcher(active, values, group),
    byId: new Map(active.map((row) => [`${row.kind}/${row.extId}`, row])),
    rows: { facility: of('facility'), degree: of('degree'), specialty: of('specialty'), shift: of('shift') },
    haystacks: new Map(),
    levels: {
      facility: levels('facility'),
      degree: levels('degree'),
      specialty: levels('specialty'),
      shift: levels('shift'),
    },
  };
}
