import { type Evidence, groupBy, type ListRead, laneKey, laneWords, type Page } from './evidence.ts';
import { type Anomaly, anomaly, type Cell, cellWords, type Txn } from './model.ts';
import type { Versions } from './versions.ts';

/** Checks the pages and lists that devices read: nothing is skipped and nothing goes back [K4, K5]. */
export function checkReads(evidence: Evidence, txns: readonly Txn[], versions: ReadonlyMap<Cell, Versions>): Anomaly[] {
  const revisions = revisionsOf(txns);
  return [
    ...[...groupBy(evidence.pages, laneKey).values()].flatMap((pages) => followed(pages, revisions)),
    ...[...groupBy([...evidence.pages, ...evidence.lists], laneKey).values()].flatMap((reads) => notMonotonic(reads, versions)),
    ...ownWrites(evidence),
  ];
}

/** The known revisions at which each job of each customer changed, ascending. */
type Revisions = ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;

function revisionsOf(txns: readonly Txn[]): Revisions {
  const revisions = new Map<number, Map<number, number[]>>();
  const commits = txns.filter(({ rev, writes }) => rev !== null && writes.length > 0).sort((a, b) => (a.rev ?? 0) - (b.rev ?? 0));
  for (const { customer, rev, writes } of commits) {
    const jobs = revisions.get(customer) ?? new Map<number, number[]>();
    revisions.set(customer, jobs);
    for (const job of new Set(writes.map(({ cell }) => Number(cell.split('/')[1])))) {
      const list = jobs.get(job) ?? [];
      jobs.set(job, list);
      list.push(rev ?? 0);
    }
  }
  return revisions;
}

/** Index of the last number that is at most `most`, -1 if there is none. */
function lastUpTo(sorted: readonly number[], most: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= most) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** A device that has read up to the head shows each job at its last known revision or, if the service changed it, a later one. */
function skippedBy({ customer, lane, since, head }: Page, shown: ReadonlyMap<number, number>, revisions: Revisions): Anomaly[] {
  const found: Anomaly[] = [];
  for (const [job, list] of revisions.get(customer) ?? []) {
    const last = list[lastUpTo(list, head)] ?? 0;
    const rev = shown.get(job) ?? 0;
    if (rev >= last) continue;
    const words = `after its pull from ${since} to the head ${head}, ${laneWords(lane)} shows job ${job}`;
    found.push(anomaly('skipped revision', `${words} ${rev === 0 ? 'not at all' : `at revision ${rev}`}, not at ${last}`));
  }
  return found;
}

/** Pages of one device ascend: each begins where the last one ended, and no job comes at an earlier revision again. */
function followed(pages: readonly Page[], revisions: Revisions): Anomaly[] {
  const found: Anomaly[] = [];
  const shown = new Map<number, number>();
  let [head, upto] = [0, 0];
  for (const page of [...pages].sort((a, b) => a.began - b.began)) {
    const words = `the pull of ${laneWords(page.lane)} from ${page.since} to ${page.upto}`;
    if (page.head < head) found.push(anomaly('head went back', `${words}: head ${page.head} after ${head}`));
    if (page.upto < page.since || page.upto < upto) found.push(anomaly('feed went back', `${words} after ${upto}`));
    for (const { id, rev } of page.jobs) {
      const before = shown.get(id) ?? 0;
      if (rev < before) found.push(anomaly('feed row went back', `${words}: job ${id} at ${rev} after ${before}`));
      if (rev <= page.since || rev > page.upto) found.push(anomaly('row outside its page', `${words}: job ${id} at ${rev}`));
      shown.set(id, rev);
    }
    if (page.upto === page.head) found.push(...skippedBy(page, shown, revisions));
    head = page.head;
    upto = page.upto;
  }
  return found;
}

/** A device that reads one request after another never sees a value that was replaced by one that it has seen. */
function notMonotonic(reads: readonly (Page | ListRead)[], versions: ReadonlyMap<Cell, Versions>): Anomaly[] {
  const found: Anomaly[] = [];
  const latest = new Map<Cell, number>();
  for (const read of [...reads].sort((a, b) => a.began - b.began)) {
    const values = 'jobs' in read ? read.jobs.flatMap((job) => job.values) : read.values;
    for (const { cell, value } of values) {
      const place = versions.get(cell)?.placeOf.get(value);
      if (place === undefined) continue;
      const before = latest.get(cell) ?? 0;
      const seen = versions.get(cell)?.list[before]?.value;
      if (place < before)
        found.push(
          anomaly(
            'non-monotonic read',
            `${laneWords(read.lane)} read ${value} in ${cellWords(cell)} at event ${read.began} after ${seen}`,
          ),
        );
      latest.set(cell, Math.max(place, before));
    }
  }
  return found;
}

/** A pull reports at least the changes that were answered before it began, and none that was not sent by its end. */
function ownWrites({ pages, sent }: Evidence): Anomaly[] {
  const found: Anomaly[] = [];
  const pagesOf = groupBy(pages, laneKey);
  const changesOf = groupBy(sent, laneKey);
  for (const [lane, of] of pagesOf) {
    const changes = changesOf.get(lane) ?? [];
    const answered = changes.filter(({ ended }) => ended !== null).sort((a, b) => (a.ended ?? 0) - (b.ended ?? 0));
    const begun = [...changes].sort((a, b) => a.began - b.began);
    let [least, most, a, b] = [0, 0, 0, 0];
    for (const page of [...of].sort((one, other) => one.began - other.began)) {
      for (; (answered[a]?.ended ?? Infinity) < page.began; a++) least = Math.max(least, answered[a]?.seq ?? 0);
      for (; (begun[b]?.began ?? Infinity) < page.ended; b++) most = Math.max(most, begun[b]?.seq ?? 0);
      if (page.lastSeq < least || page.lastSeq > most)
        found.push(
          anomaly(
            'wrong last number',
            `the pull of ${laneWords(page.lane)} at event ${page.began} says ${page.lastSeq}, not ${least} to ${most}`,
          ),
        );
    }
  }
  return found;
}
