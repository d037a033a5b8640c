import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listStates } from '#contract/system/lookups.ts';
import { keepCached } from '#src/store/cached.ts';
import type { Store } from '#src/store/store.ts';
import { wipeRows } from '#src/store/wipe.ts';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { createReplyClient } from './reply-cache.tsx';
import { replyPersister } from './reply-persister.ts';
import { refreshReplies } from './use-reply.ts';

type States = ReplyOf<typeof listStates>;
const [ohio, iowa] = [[{ id: 'OH', name: 'Ohio' }], [{ id: 'IA', name: 'Iowa' }]] as const satisfies readonly States[];

/** A page that shows the states: what it has shown, in order, and its client. */
function openPage(store: Store, ask: () => Promise<States>) {
  const client = createReplyClient();
  const shown: (States | 'failed')[] = [];
  const observer = new QueryObserver<States, Error, States>(client, {
    queryKey: [listStates.route, {}],
    queryFn: ask,
    persister: replyPersister(store, listStates),
  });
  const close = observer.subscribe(({ data, isError, isFetching }) => {
    const next = isError && !isFetching ? 'failed' : data;
    if (next !== undefined && JSON.stringify(next) !== JSON.stringify(shown.at(-1))) shown.push(next);
  });
  return { client, shown, close, at: () => observer.getCurrentResult().dataUpdatedAt };
}

const rowsOf = (store: Store) => store.aside('read', (tx) => tx.list('cached'));

test('a reply is stored as one row, shown at once on the next page, and requested again', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  const first = openPage(store, async () => [...ohio]);
  await expect.poll(() => rowsOf(store)).toHaveLength(1);
  expect(first.shown).toEqual([ohio]);
  first.close();

  const next = openPage(store, async () => [...iowa]);
  await expect.poll(() => next.shown).toEqual([ohio, iowa]);
  await expect.poll(async () => (await rowsOf(store)).map(({ reply }) => reply)).toEqual([iowa]);
  next.close();
});

test('without the service the stored reply stays, with its time', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  const first = openPage(store, async () => [...ohio]);
  await expect.poll(() => rowsOf(store)).toHaveLength(1);
  first.close();
  const [kept] = await rowsOf(store);
  const offline = openPage(store, () => Promise.reject(new Error('offline')));
  await expect.poll(() => offline.shown).toEqual([ohio, 'failed']);
  expect(offline.at()).toBe(Date.parse(kept?.at ?? ''));
  offline.close();
});

test('a stored reply with an older version’s shape is dropped, not shown', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  openPage(store, async () => [...ohio]);
  await expect.poll(() => rowsOf(store)).toHaveLength(1);
  const [kept] = await rowsOf(store);
  await keepCached(store, kept?.key ?? '', [{ code: 'OH' }]);
  const page = openPage(store, async () => [...iowa]);
  await expect.poll(() => page.shown).toEqual([iowa]);
});

test('a reply that an earlier version kept under documented names is shown under plain ones', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  const first = openPage(store, async () => [...ohio]);
  await expect.poll(() => rowsOf(store)).toHaveLength(1);
  first.close();
  const [kept] = await rowsOf(store);
  await keepCached(store, kept?.key ?? '', [{ ID: 'IA', NAME: 'Iowa' }]);
  const offline = openPage(store, () => Promise.reject(new Error('offline')));
  await expect.poll(() => offline.shown).toEqual([iowa, 'failed']);
  offline.close();
});

test('a change asks again for every reply of its calls, and for no other', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  let asked = 0;
  const page = openPage(store, async () => {
    asked += 1;
    return asked === 1 ? [...ohio] : [...iowa];
  });
  await expect.poll(() => page.shown).toEqual([ohio]);
  const [other] = endpoints.filter(({ route }) => route !== listStates.route);
  if (other) await refreshReplies(page.client, other);
  expect(asked).toBe(1);
  await refreshReplies(page.client, listStates);
  expect([asked, page.shown]).toEqual([2, [ohio, iowa]]);
});

test('an answer from before a change that arrives after it is not shown', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  let answerFirst = (_states: States) => {};
  const first = new Promise<States>((resolve) => {
    answerFirst = resolve;
  });
  let asked = 0;
  const page = openPage(store, async () => {
    asked += 1;
    return asked === 1 ? first : [...iowa];
  });
  await expect.poll(() => asked).toBe(1);
  const refreshed = refreshReplies(page.client, listStates);
  answerFirst([...ohio]);
  await refreshed;
  await expect.poll(() => page.shown).toEqual([iowa]);
  await expect.poll(async () => (await rowsOf(store)).map(({ reply }) => reply)).toEqual([iowa]);
  page.close();
});

test('signing out removes all replies from the device, and a closed store fails no page', async () => {
  const store = await openDeviceStore({ disk: createMemoryDisk() });
  openPage(store, async () => [...ohio]);
  await expect.poll(() => rowsOf(store)).toHaveLength(1);
  await wipeRows(store);
  expect(await rowsOf(store)).toEqual([]);
  store.close();
  const page = openPage(store, async () => [...iowa]);
  await expect.poll(() => page.shown).toEqual([iowa]);
});

const kept = endpoints.filter(({ offline }) => offline === 'cached' || offline === 'replicated');

test.each(kept)('$route: a stored reply can be read back', ({ reply, example }) => {
  const once = reply.parse(example);
  expect(reply.parse(once)).toEqual(once);
});
