import { useSyncExternalStore } from 'react';

/** Chromium's install prompt; other browsers have none. */
type InstallEvent = Event & { prompt: () => Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offer: InstallEvent | null = null;
let watching = false;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's install prompt until the user asks for it. Call once, early. */
export function keepInstallOffer(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
    changed();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    changed();
  });
}

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;
const isApple = () =>
  /iP(ad|hone)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How the user can install the app on this device: by a button, by the Share menu (iPad, iPhone), or not at all. */
export function useInstall(): { way: 'button' | 'share' | 'none'; install: () => Promise<boolean> } {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
  );
  const way = isInstalled() ? 'none' : now ? 'button' : isApple() ? 'share' : 'none';
  return {
    way,
    install: async () => {
      if (!now) return false;
      await now.prompt();
      const { outcome } = await now.userChoice;
      offer = null;
      changed();
      return outcome === 'accepted';
    },
  };
}
