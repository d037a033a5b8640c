import { useLayoutEffect } from 'react';
import { endFirstPaint } from '#src/ui/page/first-paint.ts';

/** Shown until the session is known. It matches `index.html`, so that nothing jumps. */
export function Start() {
  // Whatever follows, the app shows it from here on.
  useLayoutEffect(() => endFirstPaint, []);
  return (
    <main className="start" aria-busy="true">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1 className="visually-hidden">Jobdock is starting</h1>
    </main>
  );
}
