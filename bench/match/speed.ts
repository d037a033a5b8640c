import { facilityCandidates } from '#domain/mapping/facility/facility-candidates.ts';
import { buildFacilityIndex } from '#domain/mapping/facility/facility-index.ts';
import { type NoisyQuery, noisyQueries, synthesise } from './noisy-facilities.ts';
import { memoryPeers, type Peer, trigramPeer } from './peers.ts';
import { readTargets } from './real-data.ts';

const SEEDS = { facilities: 7, names: 11 };

type Row = {
  readonly matcher: string;
  readonly names: number;
  readonly msPerName: number;
  readonly recall: number;
  readonly oursThere: number;
};

/** Sizes of the measurement: facilities to match against, names to look up, and rounds per matcher. */
export type SpeedSizes = { readonly facilities: number; readonly names: number; readonly rounds: number };

/** Prints the time per name and the recall of our matcher and its peers. Returns false when our answers differ between rounds. */
export async function reportSpeed({ facilities: facilityCount, names, rounds }: SpeedSizes): Promise<boolean> {
  const facilities = synthesise(readTargets(), facilityCount, SEEDS.facilities);
  const queries = noisyQueries(facilities, names, SEEDS.names);
  console.log(
    `\nSpeed: ${names} noisy names with city and state against ${facilityCount} facilities made from the CMS list, medians of ${rounds} rounds`,
  );
  const builds = await timed(rounds, () => void buildFacilityIndex(facilities));
  console.log(`index of ours: ${(builds.median / 1000).toFixed(2)} s`);
  const index = buildFacilityIndex(facilities);
  const ours: Peer = { name: 'ours', names, first: (query) => facilityCandidates(index, query, 1)[0]?.id };
  const first = await answersOf(ours, queries);
  const again = await answersOf(ours, queries);
  const same = first.every((answer, i) => answer === again[i]);
  const peers = memoryPeers(facilities);
  const url = process.env['DATABASE_URL'];
  if (url) peers.push(await trigramPeer(url, facilities));
  else console.log('pg_trgm was left out: DATABASE_URL names no PostgreSQL.');
  const rows: Row[] = [];
  for (const peer of [ours, ...peers]) {
    rows.push(await measured(peer, queries, first, rounds));
    await peer.close?.();
  }
  print(rows);
  if (!same) console.error('Two runs over the same names gave different answers.');
  return same;
}

async function answersOf(peer: Peer, queries: readonly NoisyQuery[]): Promise<(number | undefined)[]> {
  const answers: (number | undefined)[] = [];
  for (const query of queries) answers.push(await peer.first(query));
  return answers;
}

async function measured(
  peer: Peer,
  queries: readonly NoisyQuery[],
  ours: readonly (number | undefined)[],
  rounds: number,
): Promise<Row> {
  const asked = queries.slice(0, peer.names);
  const { median, last } = await timed(rounds, () => answersOf(peer, asked));
  const recallOf = (answers: readonly (number | undefined)[]): number =>
    asked.filter((query, i) => answers[i] === query.answer).length / asked.length;
  return {
    matcher: peer.name,
    names: asked.length,
    msPerName: median / asked.length,
    recall: recallOf(last),
    oursThere: recallOf(ours),
  };
}

async function timed<T>(rounds: number, work: () => T | Promise<T>): Promise<{ median: number; last: T }> {
  const times: number[] = [];
  let last: T | undefined;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    last = await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(rounds / 2)] ?? 0, last: last as T };
}

function print(rows: readonly Row[]): void {
  const [ours, ...peers] = rows;
  if (!ours) return;
  console.table(
    rows.map((row) => ({
      matcher: row.matcher,
      names: row.names,
      'ms a name': Number(row.msPerName.toFixed(3)),
      recall: Number(row.recall.toFixed(3)),
      'our recall there': Number(row.oursThere.toFixed(3)),
      'times ours': Number((row.msPerName / ours.msPerName).toFixed(1)),
    })),
  );
  const rivals = peers.filter((peer) => peer.recall >= peer.oursThere).sort((a, b) => a.msPerName - b.msPerName);
  const closest = rivals[0] ?? [...peers].sort((a, b) => b.recall - a.recall)[0];
  if (!closest) return;
  const what = rivals[0] ? 'the fastest peer of equal or better recall' : 'the peer nearest in recall (none has ours)';
  console.log(`ours takes 1/${(closest.msPerName / ours.msPerName).toFixed(0)} of the time of ${what}, ${closest.matcher}`);
}
