import '#src/ui/theme/mantine.css';
import 'virtual:theme.css';
import '#src/ui/theme/tokens.css';
import '#src/ui/theme/base.css';
import '#src/features/people/auth/session-frame.css';
import { showsSignIn } from '#src/ui/page/first-paint.ts';

/** Enough for a hidden page, which never paints. */
const longestWaitMs = 300;

/** Resolves after the browser has painted what the page shows now. */
const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, longestWaitMs);
  });

// The sign-in form is in the page already: its paint must not wait for the app's code.
const ready = showsSignIn() ? painted() : Promise.resolve();
void ready.then(() => import('#src/app/start-app.ts')).then(({ startApp }) => startApp());
