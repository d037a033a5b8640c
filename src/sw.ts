/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

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
/** The way out should a worker ever ship broken: the service answers `{"gone": true}` and it removes itself and its files. */
async function askWhetherWanted(): Promise<void> {
  askedAt = Date.now();
  const answer = await fetch('/sw-status', { cache: 'no-store' }).catch(() => null);
  const status: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  if (typeof status !== 'object' || status === null || !('gone' in status) || status.gone !== true) return;
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && Date.now() - askedAt > dayMs) event.waitUntil(askWhetherWanted());
});
