/** Shown until the session is known. It matches `index.html`, so that nothing jumps. */
export function Start() {
  return (
    <main className="start" aria-busy="true">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1 className="visually-hidden">Jobdock is starting</h1>
    </main>
  );
}
