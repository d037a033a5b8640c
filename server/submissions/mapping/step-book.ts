import { sql } from 'kysely';
import type { RowOf } from '#contract/rows/rows.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { type DictionaryStep, dictionaryKey } from '#domain/submissions/dictionaries.ts';
import { type DocumentStep, documentKey } from '#domain/submissions/document-steps.ts';
import { type PairStep, stepKey } from '#domain/submissions/pair-steps.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** What a step of each collection says, without who saved it. */
type Contents = { submissionPair: PairStep; submissionDocumentStep: DocumentStep; submissionDictionaryStep: DictionaryStep };
type Steps = keyof Contents;

/** Who changes steps, and when (an instant). */
type Author = { readonly by: string; readonly at: string };
type Calling = { readonly actor: { readonly name: string }; readonly services: { readonly now: () => Date } };

/** Who makes a call, as rows say it. */
export const authorOf = ({ actor, services }: Calling): Author => ({ by: actor.name, at: services.now().toISOString() });

type Stored<S> = { readonly replaced: S | null; readonly isNew: boolean };

/** The steps of some targets of a customer, while a call changes them. Nothing is stored before `write`. */
export type StepBook<C extends Steps> = {
  /** The step for the same pair or document, whatever it says. After `write`, with the id that it is stored under. */
  readonly find: (step: Contents[C]) => RowOf<C> | undefined;
  readonly withId: (id: number) => RowOf<C> | undefined;
  readonly all: () => readonly RowOf<C>[];
  /** Whether a step is held exactly as it is. */
  readonly holds: (step: Contents[C]) => boolean;
  /** Stores a step. An earlier one for the same takes its content, and is in the answer. */
  readonly store: (step: Contents[C]) => Stored<Contents[C]>;
  /** Gives a step another content. If another one is for the same, that one gets the content, and this one is removed. */
  readonly change: (row: RowOf<C>, step: Contents[C]) => void;
  readonly remove: (row: RowOf<C>) => void;
  /** Writes all changes under one revision. The last statement of the transaction, but for what reads and its audit line. */
  readonly write: () => Promise<void>;
};

/** Which steps of a collection are for the same, and what a step says. */
type Rules<C extends Steps> = {
  readonly collection: C;
  readonly keyOf: (step: Contents[C]) => string;
  readonly contentOf: (step: Contents[C]) => Contents[C];
};

const pairRules: Rules<'submissionPair'> = {
  collection: 'submissionPair',
  keyOf: stepKey,
  contentOf: ({ targetId, side, degreeId, specialtyId, jrDegreeId, jrSpecialtyId }) => ({
    targetId,
    side,
    degreeId,
    specialtyId,
    jrDegreeId,
    jrSpecialtyId,
  }),
};
const documentRules: Rules<'submissionDocumentStep'> = {
  collection: 'submissionDocumentStep',
  keyOf: documentKey,
  contentOf: ({ targetId, side, documentId, jrDocumentId }) => ({ targetId, side, documentId, jrDocumentId }),
};

const dictionaryRules: Rules<'submissionDictionaryStep'> = {
  collection: 'submissionDictionaryStep',
  keyOf: dictionaryKey,
  contentOf: ({ targetId, fromId, toId }) => ({ targetId, fromId, toId }),
};

/** Opens the steps of degrees and specialties of targets, those of their documents, or the mappings to their dictionaries. */
export const openSteps = (tx: Tx, customerId: number, targetIds: readonly number[], author: Author) =>
  openBook(tx, { customerId, targetIds, author }, pairRules);
export const openDocumentSteps = (tx: Tx, customerId: number, targetIds: readonly number[], author: Author) =>
  openBook(tx, { customerId, targetIds, author }, documentRules);
export const openDictionarySteps = (tx: Tx, customerId: number, targetIds: readonly number[], author: Author) =>
  openBook(tx, { customerId, targetIds, author }, dictionaryRules);

type Opened = { readonly customerId: number; readonly targetIds: readonly number[]; readonly author: Author };

/** The rows are locked, then the targets, in the order in which the changes of devices lock them, so that two people at once get one step. */
async function openBook<C extends Steps>(tx: Tx, opened: Opened, rules: Rules<C>): Promise<StepBook<C>> {
  const { customerId, targetIds } = opened;
  const ofTargets = { where: sql`target_id = any(${[...targetIds]}::bigint[])` };
  await rowsOf(tx, customerId, rules.collection, { ...ofTargets, lock: true });
  await sql`select id from submission_target where customer_id = ${customerId} and id = any(${[...targetIds]}::bigint[])
    order by id for update`.execute(tx);
  return bookOf(tx, opened, rules, await rowsOf(tx, customerId, rules.collection, ofTargets));
}

type Row<C extends Steps> = RowOf<C> & Contents[C] & { readonly id: number; readonly version: number };

function bookOf<C extends Steps>(tx: Tx, { customerId, author }: Opened, rules: Rules<C>, rows: RowOf<C>[]): StepBook<C> {
  const { collection, keyOf, contentOf } = rules;
  const held = new Map((rows as Row<C>[]).map((row) => [keyOf(row), row]));
  const changed = new Set<number>();
  const removed = new Set<number>();
  let added = 0;

  const holds = (step: Contents[C]) => {
    const row = held.get(keyOf(step));
    return row !== undefined && sameJson(contentOf(row), contentOf(step));
  };
  function put(
    row: Omit<Row<C>, keyof Contents[C]> & { readonly id: number; readonly version: number },
    step: Contents[C],
  ): void {
    held.set(keyOf(step), { ...row, ...contentOf(step), ...author, version: row.version + 1 } as unknown as Row<C>);
    changed.add(row.id);
  }
  function store(step: Contents[C]): Stored<Contents[C]> {
    const before = held.get(keyOf(step));
    if (holds(step)) return { replaced: null, isNew: false };
    added += before ? 0 : 1;
    put(before ?? ({ id: -added, version: 0, ref: null, purged: false } as unknown as Row<C>), step);
    return { replaced: before ? contentOf(before) : null, isNew: before === undefined };
  }
  function remove(row: RowOf<C>): void {
    held.delete(keyOf(row as Row<C>));
    if (row.id > 0) removed.add(row.id);
  }
  function change(row: RowOf<C>, step: Contents[C]): void {
    if (holds(step)) return;
    const rival = held.get(keyOf(step));
    if (rival && rival.id !== row.id) {
      remove(row);
      store(step);
      return;
    }
    held.delete(keyOf(row as Row<C>));
    put(row as Row<C>, step);
  }
  return {
    find: (step) => held.get(keyOf(step)),
    withId: (id) => [...held.values()].find((row) => row.id === id),
    all: () => [...held.values()],
    holds,
    store,
    change,
    remove,
    write: () => publish(tx, customerId, collection, { held, changed, removed }),
  };
}

type Changes<C extends Steps> = {
  readonly held: Map<string, Row<C>>;
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
};

/** Writes the changed steps and removes the others. New ones get their ids, also in `held`. */
async function publish<C extends Steps>(
  tx: Tx,
  customerId: number,
  collection: C,
  { held, changed, removed }: Changes<C>,
): Promise<void> {
  const ids = await nextIds(tx, collection, [...held.values()].filter(({ id }) => id < 0).length);
  const publications = [...removed].map((id) => ({ collection, id, removed: true }) as Publication);
  for (const [key, row] of held) {
    if (!changed.has(row.id)) continue;
    const stored = row.id > 0 ? row : { ...row, id: ids.shift() ?? row.id };
    held.set(key, stored);
    publications.push({ collection, row: stored } as unknown as Publication);
  }
  await writeRows(tx, customerId, publications);
}
