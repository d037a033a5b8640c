import { changeKey, changeWords, type Evidence, groupBy, laneKey, laneWords, type Page, type SentChange } from './evidence.ts';
import { type Cell, type Read, type Txn, type TxnHistory, valueKey } from './model.ts';

/**
 * Puts the transactions of a run together: one for each database transaction that changed jobs or answered a change, one for each
 * page and list that a device read, and one for the final state. A change without an answer counts as committed if the database
 * holds its result.
 */
export function transactionsOf(evidence: Evidence): TxnHistory {
  const { sent, pages, lists, stored, initial } = evidence;
  const txns: Txn[] = [...commitsOf(evidence)];
  for (const ofLane of groupBy(pages, laneKey).values()) txns.push(...pullsOf(ofLane));
  for (const { customer, lane, began, ended, values } of lists)
    txns.push({
      name: `the list of ${laneWords(lane)} at event ${began}`,
      session: lane,
      customer,
      reads: values,
      writes: [],
      began,
      ended,
      rev: null,
    });
  for (const [customer, rev] of stored.heads) {
    const reads = stored.final.filter(({ cell }) => cell.startsWith(`${customer}/`));
    const name = `the final read of customer ${customer}`;
    txns.push({ name, session: null, customer, reads, writes: [], began: Number.MAX_SAFE_INTEGER, ended: null, rev });
  }
  const applied = new Set(stored.results.filter(({ rev }) => rev !== null).map(changeKey));
  const without = sent.filter((change) => !applied.has(changeKey(change)));
  const aborted = new Map(without.map((change) => [valueKey(change.cell, change.value), changeWords(change)]));
  return { txns, initial, aborted };
}

/** A page read its jobs. A page that reaches the head makes the device's whole view one read at that revision. */
function* pullsOf(pages: readonly Page[]): Generator<Txn> {
  const view = new Map<Cell, Read>();
  for (const { customer, lane, began, ended, upto, head, jobs } of pages) {
    const values = jobs.flatMap((job) => job.values);
    for (const read of values) view.set(read.cell, read);
    const name = `the pull of ${laneWords(lane)} at revision ${head}${upto < head ? ` (up to ${upto})` : ''}`;
    const reads = upto < head ? values : [...view.values()];
    yield { name, session: lane, customer, reads, writes: [], began, ended, rev: head };
  }
}

function* commitsOf({ sent, stored }: Evidence): Generator<Txn> {
  const sentBy = new Map(sent.map((change) => [changeKey(change), change]));
  const lines = groupBy(stored.history, ({ xid }) => xid);
  const results = groupBy(stored.results, ({ xid }) => xid);
  for (const xid of new Set([...lines.keys(), ...results.keys()])) {
    const answered = results.get(xid) ?? [];
    const changed = lines.get(xid) ?? [];
    const changes = answered.flatMap((result) => sentBy.get(changeKey(result)) ?? []);
    const [first] = answered;
    const customer = first?.customer ?? changed[0]?.customer ?? 0;
    const rev = answered.find((result) => result.rev !== null)?.rev ?? null;
    yield {
      name: first ? nameOf(answered, rev) : `transaction ${xid} of the service`,
      session: first?.lane ?? null,
      customer,
      reads: answered.flatMap(({ conflicting }) => conflicting),
      writes: changed.map(({ cell, before, after }) => ({ cell, before, value: after })),
      rev,
      ...timesOf(changes),
    };
  }
}

function nameOf(answered: readonly { lane: string; seq: number }[], rev: number | null): string {
  const [first, last] = [answered[0], answered.at(-1)];
  if (!first || !last) return 'nothing';
  const seqs = first.seq === last.seq ? `change ${first.seq}` : `changes ${first.seq} to ${last.seq}`;
  return `${seqs} of ${laneWords(first.lane)} (${rev === null ? 'refused' : `revision ${rev}`})`;
}

/** It ran after all of its changes were sent and before the first was answered. */
function timesOf(changes: readonly SentChange[]): Pick<Txn, 'began' | 'ended'> {
  if (changes.length === 0) return { began: null, ended: null };
  const ends = changes.flatMap(({ ended }) => ended ?? []);
  return { began: Math.max(...changes.map(({ began }) => began)), ended: ends.length > 0 ? Math.min(...ends) : null };
}
