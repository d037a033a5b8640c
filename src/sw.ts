/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isWorkerGone, removeWorkers } from '#src/ui/pwa/worker-gone.ts';

// The worker keeps the build's own files and nothing else: no answer of the service is ever stored here.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const files = new PrecacheController();
files.addToCacheList(self.__WB_MANIFEST);

/** Files on their way at once. Workbox itself takes one after another: a device then waits for hundreds of answers in turn. */
const atOnce = 6;
/** Stores every file that is not stored yet. One that fails fails the installation, which the browser tries again later. */
async function storeFiles(event: ExtendableEvent): Promise<void> {
  const left = [...files.getURLsToCacheKeys()];
  const takeTurns = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [url, cacheKey] = next;
      // The name of a file without a revision contains its hash, so the browser's own cache may answer.
      const request = new Request(url, { cache: url === cacheKey ? 'default' : 'reload', credentials: 'same-origin' });
      await Promise.all(files.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
}
self.addEventListener('install', (event) => event.waitUntil(storeFiles(event)));
self.addEventListener('activate', (event) => void files.activate(event));
registerRoute(new PrecacheRoute(files));
cleanupOutdatedCaches();

// Every address opens the app, connected or not. The service's own addresses are no screens: they go to the network.
registerRoute(
  new NavigationRoute(files.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(api|auth|feeds|apply)(\/|$)/i, /^\/sw-status$/],
  }),
);

/** Static routing, which TypeScript does not know yet. */
type RoutingInstall = ExtendableEvent & {
  addRoutes?(rules: readonly { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>;
};

// Calls go straight to the network: a worker that sleeps is not woken for them first.
self.addEventListener('install', (event: RoutingInstall) => {
  const straight = ['/api/*', '/auth/*'].map(
    (pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' }) as const,
  );
  if (event.addRoutes) event.waitUntil(event.addRoutes(straight));
});

// A new version waits until the page says so: never in the middle of work.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// The first version of all takes over the page that installed it, so that it works offline at once.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const dayMs = 86_400_000;
let askedAt = 0;
/** One that is no longer wanted removes itself and its files. */
async function askWhetherWanted(): Promise<void> {
  askedAt = Date.now();
  if (await isWorkerGone()) await removeWorkers([self.registration]);
}
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && Date.now() - askedAt > dayMs) event.waitUntil(askWhetherWanted());
});
