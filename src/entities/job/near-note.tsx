import type { NearNews } from '#src/workers/grid/places/places.ts';
import './near-note.css';

/** Why a query for a distance finds no jobs, if it is not that there are none. */
export function NearNote({ near }: { near: NearNews | null }) {
  if (!near) return null;
  const words = wordsOf(near);
  return words === null ? null : (
    <p className="near-note" role="status">
      {words}
    </p>
  );
}

function wordsOf({ state, unknown }: NearNews): string | null {
  if (state === 'loading') return 'Loading the table of zip codes…';
  if (state === 'missing')
    return 'The table of zip codes is not on this device, so distances cannot be searched. Connect once; then they work offline, too.';
  if (unknown.length === 0) return null;
  return `Zip code ${unknown.join(', ')} is not in the table of places. Check it, or use one nearby.`;
}
