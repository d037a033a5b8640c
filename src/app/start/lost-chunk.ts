import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';
import { unsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

const lastReload = localSetting('chunk-reload', z.string(), '');
const againMs = 5 * 60_000;

/**
 * A chunk that a newer build replaced can no longer load. One reload fetches the new build. It does not reload again within
 * five minutes, offline, or over unsaved work; then the screen shows its own error.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const before = Date.parse(lastReload.read());
    const tooSoon = Number.isFinite(before) && Date.now() - before < againMs;
    // A chunk that loaded and failed is a bug: its screen shows the error, and a reload would only repeat it.
    const lost = /dynamically imported module|importing a module script|preload css/i.test(event.payload.message);
    if (!lost || tooSoon || !navigator.onLine || unsavedWork.any()) return;
    event.preventDefault();
    lastReload.write(new Date().toISOString());
    window.location.reload();
  });
}
