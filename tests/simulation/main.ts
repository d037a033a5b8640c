import { runSeed } from './history.ts';

const args = process.argv.slice(2);
const option = (name: string, otherwise: number) => {
  const at = args.indexOf(`--${name}`);
  return at >= 0 ? Number(args[at + 1]) : otherwise;
};
const histories = option('histories', 1);
const seed = option('seed', 1);
const counts = new Map<string, number>();
const started = performance.now();
let failed = 0;
for (let i = 0; i < histories; i++) {
  const end = await runSeed(seed + i, undefined, args.includes('--trace'));
  for (const [name, count] of end.faults.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  if (args.includes('--trace')) console.log(end.world.trace.lines.join('\n'));
  if (end.findings.length > 0) {
    failed++;
    console.log(
      `seed ${seed + i} ${end.digest}`,
      end.findings.slice(0, 2).map(({ checker, words }) => `${checker} ${words.slice(0, 300)}`),
    );
  }
}
const ms = performance.now() - started;
console.log(Object.fromEntries(counts), `failed ${failed}`, `${(ms / histories).toFixed(1)} ms each`);
