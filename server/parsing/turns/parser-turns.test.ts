import { expect, test } from 'vitest';
import { type FileReader, parserTurns } from './parser-turns.ts';

/** Work that runs until it is ended by name, over two places and two places to wait. */
function aQueue() {
  const inTurn = parserTurns({ atOnce: 2, waiting: 2 });
  const ends = new Map<string, () => void>();
  return {
    running: () => [...ends.keys()],
    begin: (name: string, reader: FileReader) =>
      inTurn(reader, () => new Promise<string>((end) => ends.set(name, () => end(name)))),
    async end(name: string) {
      ends.get(name)?.();
      ends.delete(name);
      await new Promise((resume) => setImmediate(resume));
    },
  };
}
const busy = { kind: 'busy', retryAfterSeconds: 5 };
const turn = () => new Promise((resume) => setImmediate(resume));

test('two files are read at once, one per customer; the others start in turn', async () => {
  const queue = aQueue();
  const all = [
    queue.begin('a1', { customerId: 1 }),
    queue.begin('a2', { customerId: 1 }),
    queue.begin('b1', { customerId: 2 }),
    queue.begin('c1', { customerId: 3 }),
  ];
  await turn();
  expect(queue.running()).toEqual(['a1', 'b1']);
  await queue.end('b1');
  // The second file of customer 1 came earlier, but its first one is still read.
  expect(queue.running()).toEqual(['a1', 'c1']);
  await queue.end('a1');
  expect(queue.running()).toEqual(['c1', 'a2']);
  await queue.end('c1');
  await queue.end('a2');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('a user is refused if a file of the customer waits already, or if too many wait', async () => {
  const queue = aQueue();
  const [first, second] = [queue.begin('a1', { customerId: 1 }), queue.begin('b1', { customerId: 2 })];
  const waiting = queue.begin('a2', { customerId: 1 });
  await expect(queue.begin('a3', { customerId: 1 })).rejects.toMatchObject(busy);
  const other = queue.begin('c1', { customerId: 3 });
  await expect(queue.begin('d1', { customerId: 4 })).rejects.toMatchObject(busy);
  for (const name of ['a1', 'b1', 'a2', 'c1']) await queue.end(name);
  expect(await Promise.all([first, second, waiting, other])).toEqual(['a1', 'b1', 'a2', 'c1']);
});

test('a collection in the background always waits, and takes no place of a user', async () => {
  const queue = aQueue();
  const collections = [1, 1, 1, 1, 1].map((customerId, n) => queue.begin(`t${n}`, { customerId, background: true }));
  await turn();
  expect(queue.running()).toEqual(['t0']);
  const users = [1, 2, 3].map((customerId) => queue.begin(`u${customerId}`, { customerId }));
  await turn();
  expect(queue.running()).toEqual(['t0', 'u2']);
  for (const name of ['u2', 'u3', 't0', 't1', 't2', 't3', 't4', 'u1']) await queue.end(name);
  expect(await Promise.all([...collections, ...users])).toEqual(['t0', 't1', 't2', 't3', 't4', 'u1', 'u2', 'u3']);
});

test('a reader that fails gives its place to the next one', async () => {
  const inTurn = parserTurns({ atOnce: 1, waiting: 2 });
  const failed = inTurn({ customerId: 1 }, async () => {
    await turn();
    throw new Error('the reader broke');
  });
  const next = inTurn({ customerId: 2 }, async () => 'read');
  await expect(failed).rejects.toThrow('the reader broke');
  expect(await next).toBe('read');
});
