import { runHistories, findBug } from './jobs.ts';
import { faultsOf, checksOf } from './totals.ts';
const [what, a, b] = process.argv.slice(2);
if (what === 'bug') {
  const t = performance.now();
  console.log(a, JSON.stringify(await findBug(a ?? '', Number(b ?? 100), 'short')), Math.round(performance.now() - t));
} else {
  const t = performance.now();
  const sum = await runHistories(Number(a), Number(b));
  for (const f of sum.failed.slice(0, 15)) console.log(JSON.stringify(f));
  console.log(sum.failed.length, 'failed', Math.round(performance.now() - t), 'ms');
  console.log(faultsOf(sum).slice(-12).map((x) => x.join(' ')).join('; '));
  console.log(checksOf(sum).slice(-1));
}
