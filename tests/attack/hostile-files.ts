import { requestOf } from '#src/sync/transport/request.ts';
import { quickHostileFeeds } from '#tests/corpus/hostile-feeds.ts';
import { type Findings, judge } from './matrix.ts';
import { attacked, sampleWith } from './schema-places.ts';
import { customers, type Stage } from './stage.ts';

/** Arguments with which a call reads its file. */
const values: Readonly<Record<string, unknown>> = { objectName: 'degree', fields: '8', targets: '17' };

/** Sends every hostile file to every call that takes a file. `share` takes every n-th pair. */
export async function sendHostileFiles(stage: Stage, { share, seed }: { share: number; seed: number }): Promise<Findings> {
  const counts = { calls: 0, files: 0, pairs: 0, read: 0 };
  const wrong: string[] = [];
  let number = seed;
  await stage.plant(customers.own);
  counts.files = quickHostileFeeds.length;
  for (const call of attacked.filter(({ endpoint }) => endpoint.upload !== undefined)) {
    counts.calls += 1;
    const own = sampleWith(call.schema, customers.own) as Record<string, unknown>;
    const known = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(call.endpoint.args.shape, name)));
    for (const { name, bytes } of quickHostileFeeds) {
      if (number++ % share !== 0) continue;
      const file = new File([Uint8Array.from(bytes())], 'file.csv');
      const { method, path, body } = requestOf(call.endpoint, { ...own, ...known }, file);
      const answer = await stage.ask('everything', { method, path, headers: {}, ...(body === undefined ? {} : { body }) });
      counts.pairs += 1;
      if (answer.status === 200) counts.read += 1;
      const said = judge('everything', false, answer);
      if (said !== undefined) wrong.push(`${call.name} with the file "${name}" ${said}`);
    }
  }
  return { counts, wrong };
}
