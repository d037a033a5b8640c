import uFuzzy from '@leeoniya/ufuzzy';
import Fuse from 'fuse.js';
import { extract, token_set_ratio } from 'fuzzball';
import MiniSearch from 'minisearch';
import { Client } from 'pg';
import type { FacilityTarget } from '#domain/mapping/facility/facility-index.ts';
import type { NoisyQuery } from './noisy-facilities.ts';

/**
 * A matcher to compare with. Returns the id of its first candidate. `names` is the number of names it gets, because some matchers
 * are slow.
 */
export type Peer = {
  readonly name: string;
  readonly names: number;
  readonly first: (query: NoisyQuery) => number | undefined | Promise<number | undefined>;
  readonly close?: () => Promise<void>;
};

type Facility = FacilityTarget<number>;

/**
 * Peers search by name and city, only in the facilities of the right state. These separate lists favor them, because none has to
 * handle a wrong state. One peer also searches the whole list, like a user with a single index.
 */
export function memoryPeers(facilities: readonly Facility[]): Peer[] {
  const byState = new Map<string, Facility[]>();
  for (const facility of facilities) {
    const list = byState.get(facility.state ?? '');
    if (list) list.push(facility);
    else byState.set(facility.state ?? '', [facility]);
  }
  const perState = <T>(build: (list: readonly Facility[]) => T): ((state: string) => T | undefined) => {
    const built = new Map([...byState].map(([state, list]) => [state, build(list)]));
    return (state) => built.get(state);
  };
  const text = (one: { readonly name: string; readonly city?: string | undefined }): string => `${one.name} ${one.city}`;

  const fuse = perState(
    (list) => new Fuse(list, { keys: ['name', 'city'], ignoreLocation: true, includeScore: true, threshold: 0.6 }),
  );
  const mini = perState((list) => {
    const index = new MiniSearch<Facility>({ fields: ['name', 'city'], searchOptions: { fuzzy: 0.2, prefix: true } });
    index.addAll(list);
    return index;
  });
  const whole = new MiniSearch<Facility>({
    fields: ['name', 'city', 'state'],
    storeFields: ['state'],
    searchOptions: { fuzzy: 0.2, prefix: true },
  });
  whole.addAll(facilities);
  const micro = new uFuzzy({ intraMode: 1, intraIns: 1, interIns: Number.POSITIVE_INFINITY });
  const haystacks = perState((list) => ({ list, lines: list.map(text) }));
  return [
    {
      name: 'minisearch fuzzy',
      names: 200,
      first: (query) => mini(query.state)?.search(text(query))[0]?.id as number | undefined,
    },
    {
      name: 'minisearch fuzzy, one index',
      names: 40,
      first: (query) => whole.search(text(query), { filter: (hit) => hit['state'] === query.state })[0]?.id as number | undefined,
    },
    { name: 'fuse.js', names: 40, first: (query) => fuse(query.state)?.search(text(query), { limit: 1 })[0]?.item.id },
    {
      name: 'uFuzzy',
      names: 200,
      first: (query) => {
        const stack = haystacks(query.state);
        const [ids, , order] = stack ? micro.search(stack.lines, text(query), 3) : [];
        const at = order ? order[0] : undefined;
        return stack?.list[ids?.[at ?? 0] ?? -1]?.id;
      },
    },
    {
      name: 'fuzzball token set',
      names: 60,
      first: (query) => {
        const stack = haystacks(query.state);
        return stack
          ? stack.list[extract(text(query), stack.lines, { scorer: token_set_ratio, limit: 1 })[0]?.[2] ?? -1]?.id
          : undefined;
      },
    },
  ];
}

/** pg_trgm with a GiST index in a temporary table of the database in `url`. */
export async function trigramPeer(url: string, facilities: readonly Facility[]): Promise<Peer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await client.query('CREATE TEMP TABLE bench_facility (id int, state text, words text)');
  const rows = facilities.map(({ id, state, name, city }) => ({ id, state, words: `${name} ${city}` }));
  await client.query(
    'INSERT INTO bench_facility SELECT id, state, words FROM json_to_recordset($1) AS r(id int, state text, words text)',
    [JSON.stringify(rows)],
  );
  await client.query('CREATE INDEX ON bench_facility USING gist (words gist_trgm_ops(siglen=64))');
  await client.query('ANALYZE bench_facility');
  return {
    name: 'pg_trgm GiST',
    names: 100,
    first: async (query) => {
      const sql = 'SELECT id FROM bench_facility WHERE state = $2 ORDER BY words <-> $1 LIMIT 1';
      const { rows: found } = await client.query<{ id: number }>(sql, [`${query.name} ${query.city}`, query.state]);
      return found[0]?.id;
    },
    close: () => client.end(),
  };
}
