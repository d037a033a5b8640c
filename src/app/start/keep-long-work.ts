import * as z from 'zod';
import { longWork } from '#src/ui/long-work/long-work.ts';
import { Work } from '#src/ui/long-work/work.ts';

const key = 'jobdock:long-work';
const Kept = z.array(Work);

/** Restores this tab's tray after a reload, and saves it from then on. Returns a function that stops saving. */
export function keepLongWork(): () => void {
  longWork.load(read());
  return longWork.watch(() => {
    try {
      // Session storage: long work that another tab watches does not show here.
      window.sessionStorage.setItem(key, JSON.stringify(longWork.list()));
    } catch {
      // Storage refused or full: after a reload, the tray starts empty.
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
