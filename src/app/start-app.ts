import '#src/workers/no-eval.ts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { endFirstPaintWith } from '#src/ui/page/first-paint.ts';
import { holdGridThread } from '#src/workers/grid/grid-thread.ts';
import { App } from './app.tsx';
import { prefetchSignedIn } from './router.tsx';
import { lastPerson, storeOfLast } from './session/last-person.ts';
import { keepAwake } from './start/keep-awake.ts';
import { reloadOnLostChunk } from './start/lost-chunk.ts';
import { guardScripts } from './start/trusted-types.ts';

/** Starts the app in the page's root element. */
export function startApp(): void {
  guardScripts();
  keepAwake();
  reloadOnLostChunk();
  const last = lastPerson.read();
  if (last) {
    prefetchSignedIn();
    if (window.location.pathname.startsWith('/staging')) holdGridThread(storeOfLast(last, Date.now()));
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  endFirstPaintWith(root);
  createRoot(root).render(createElement(App));
}
