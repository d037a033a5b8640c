import type { Page } from 'playwright/test';

/** The stores of a browser in which a text was found, by the text. */
export type Found = Readonly<Record<string, readonly string[]>>;

/** Puts a text into each kind of store of the page’s origin, to prove that `storesWith` searches it. */
export const plantText = (page: Page, text: string): Promise<void> =>
  page.evaluate(async (planted) => {
    localStorage.setItem('planted', planted);
    sessionStorage.setItem('planted', planted);
    await (await caches.open('planted')).put('/planted', new Response(planted));
    const opening = indexedDB.open('planted', 1);
    await new Promise((done, failed) => {
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('rows', { autoIncrement: true }).add({ bytes: new TextEncoder().encode(planted) });
      opening.addEventListener('success', done);
      opening.addEventListener('error', failed);
    });
    opening.result.close();
  }, text);

/** Where this device holds each of some texts: databases by name, Cache Storage, localStorage, sessionStorage. Bytes are read as text. */
export const storesWith = (page: Page, texts: readonly string[]): Promise<Found> =>
  page.evaluate(async (wanted) => {
    const plain = (_key: string, value: unknown) => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      return ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value;
    };
    const read = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        asked.addEventListener('success', () => done(asked.result));
        asked.addEventListener('error', () => failed(asked.error ?? new Error('a database could not be read')));
      });
    const stores: [string, string][] = [
      ['localStorage', JSON.stringify(Object.entries(localStorage))],
      ['sessionStorage', JSON.stringify(Object.entries(sessionStorage))],
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        stores.push([`IndexedDB ${name}`, JSON.stringify([await read(rows.getAllKeys()), await read(rows.getAll())], plain)]);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const held = await cache.match(request);
        stores.push(['Cache Storage', `${request.url}\n${(await held?.text()) ?? ''}`]);
      }
    }
    const holding = (text: string) => stores.flatMap(([name, all]) => (all.includes(text) ? [name] : []));
    return Object.fromEntries(wanted.map((text) => [text, [...new Set(holding(text))].toSorted()]));
  }, texts);
