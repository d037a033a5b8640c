import '#src/workers/no-eval.ts';
import '#src/ui/theme/mantine.css';
import 'virtual:theme.css';
import '#src/ui/theme/tokens.css';
import '#src/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/app.tsx';
import { prefetchSignedIn } from '#src/app/router.tsx';
import { lastPerson, storeOfLast } from '#src/app/session/last-person.ts';
import { keepAwake } from '#src/app/start/keep-awake.ts';
import { reloadOnLostChunk } from '#src/app/start/lost-chunk.ts';
import { guardScripts } from '#src/app/start/trusted-types.ts';
import { holdGridThread } from '#src/workers/grid/grid-thread.ts';

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
createRoot(root).render(<App />);
