import { sizeOf } from './kit/sizes.ts';
import { benchOrders, differing, orderSpeed } from './post/orders.ts';
import { plainLoop, throughQueue } from './post/queue.ts';

/** Few orders and posts to a quick target. Every value and every reference is compared. */
export const short = ['--orders', '300', '--rounds', '1', '--posts', '24', '--delay', '5'];

/**
 * Job orders built from the default lines and checked, beside a hand-written mapping of the same fields; and posts through the queue
 * beside a loop that keeps nothing. `--orders n` (20,000), `--rounds n` (5), `--posts n` (10,000), `--delay ms` of the target (100).
 */
export async function run(argv: readonly string[]): Promise<void> {
  const orders = benchOrders(sizeOf(argv, 'orders', 20_000), 1);
  const rounds = sizeOf(argv, 'rounds', 5);
  const [wrong] = differing(orders);
  if (wrong) return refuse(`The mappings give different values for job ${wrong.job.id}.`);
  const speed = orderSpeed(orders, rounds);
  console.log(`${orders.length} job orders of Bullhorn, orders a second, medians of ${rounds} rounds in one process:`);
  for (const [name, perSecond] of Object.entries(speed))
    console.log(`  ${name}: ${Math.round(perSecond).toLocaleString('en-US')}`);

  const [posts, delay] = [sizeOf(argv, 'posts', 10_000), sizeOf(argv, 'delay', 100)];
  const plain = await plainLoop(posts, delay);
  const ours = await throughQueue(posts, delay);
  if (new Set(plain.references).size !== posts || new Set(ours.references).size !== posts || ours.references.length !== posts)
    return refuse('A post was lost or sent twice.');
  console.log(`${posts} posts to a target that takes ${delay} ms, eight at a time:`);
  console.log(`  a loop that keeps nothing: ${plain.seconds.toFixed(1)} s`);
  console.log(`  the posting queue: ${ours.seconds.toFixed(1)} s, ${(ours.seconds / plain.seconds).toFixed(2)} times as long`);
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
