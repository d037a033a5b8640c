import * as z from 'zod';
import { longWork } from '#src/ui/long-work/long-work.ts';
import { Work } from '#src/ui/long-work/work.ts';

const key = 'jobdock:long-work';
const Kept = z.array(Work);

/** Brings back what this tab's tray held before a reload, and keeps it from then on; call the answer to stop. */
export function keepLongWork(): () => void {
  longWork.load(read());
  return longWork.watch(() => {
    try {
      // Of this tab alone: what another tab watches is not this one's to show.
      window.sessionStorage.setItem(key, JSON.stringify(longWork.list()));
    } catch {
      // Refused or full: after a reload the tray begins empty.
    }
  });
}

function read(): readonly Work[] {
  try {
    const kept = Kept.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? '[]'));
    return kept.success ? kept.data : [];
  } catch {
    return [];
  }
}
