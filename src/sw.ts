/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isWorkerGone, removeWorkers } from '#src/ui/pwa/worker-gone.ts';

// The worker keeps the build's own files and nothing else: no answer of the service is ever stored here.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every address opens the app, connected or not. The service's own addresses are no screens: they go to the network.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/i, /^\/auth(\/|$)/i, /^\/sw-status$/] }),
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
