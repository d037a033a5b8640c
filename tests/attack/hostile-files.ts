import { quickHostileFeeds } from '#tests/corpus/hostile-feeds.ts';
import { argsFor, attackedCalls, shotOf } from './calls.ts';
import { type Findings, inLanes, shoot } from './send.ts';
import type { World } from './world.ts';

/** Values that let a call reach its file. */
const values: Readonly<Record<string, unknown>> = { target: 1, targetId: 1, objectName: 'degree', fields: '8', targets: '17' };

/** Every hostile file to every upload. Returns the number of files sent. */
export async function attackWithFiles(world: World, findings: Findings, part: <T>(all: readonly T[]) => readonly T[]) {
  const uploads = attackedCalls.filter(({ upload }) => upload !== undefined);
  const sent = part(uploads.flatMap((endpoint) => quickHostileFeeds.map((feed) => ({ endpoint, feed }))));
  // Two at once, as more of one customer are refused as busy.
  await inLanes(
    sent,
    async ({ endpoint, feed }) => {
      const known = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(endpoint.args.shape, name)));
      const file = new File([Uint8Array.from(feed.bytes())], 'file.csv');
      const args = { ...argsFor(endpoint, world.customers.own), ...known };
      const { status, text } = await shoot(world, findings, shotOf('everything', endpoint, args, `file: ${feed.name}`, file));
      if (status >= 400 && !/"kind":\s*"/.test(text))
        findings.wrong.push(`${endpoint.route} ${feed.name}: refused without a type`);
    },
    2,
  );
  return sent.length;
}
