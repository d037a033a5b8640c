import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';
import { unsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

const lastReload = localSetting('chunk-reload', z.string(), '');
const againMs = 5 * 60_000;

/**
 * A chunk that a newer build replaced cannot be loaded any more. One reload fetches the new build; it is not tried again
 * within five minutes, without a connection, or over unsaved work: then the screen's own error stands.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const before = Date.parse(lastReload.read());
    const tooSoon = Number.isFinite(before) && Date.now() - before < againMs;
    // A chunk that arrived and broke is a bug: its screen says so, a reload would only repeat it.
    const lost = /dynamically imported module|importing a module script|preload css/i.test(event.payload.message);
    if (!lost || tooSoon || !navigator.onLine || unsavedWork.any()) return;
    event.preventDefault();
    lastReload.write(new Date().toISOString());
    window.location.reload();
  });
}
