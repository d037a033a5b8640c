/** A past toast that a person may want to know tomorrow, kept for the bell. */
export type Notice = {
  id: string;
  at: string;
  tone: Tone;
  title: string;
  detail: string | null;
  /** Path of its subject. */
  to: string | null;
  read: boolean;
};
export type Tone = 'success' | 'warning' | 'error' | 'info';

const keptDays = 7;
const keptCount = 100;

/** Adds a notice, newest first. Drops those older than seven days and beyond the hundredth. */
export function withNotice(notices: readonly Notice[], added: Notice, nowMs: number): readonly Notice[] {
  const oldest = nowMs - keptDays * 86_400_000;
  return [added, ...notices.filter((n) => n.id !== added.id && Date.parse(n.at) >= oldest)].slice(0, keptCount);
}

let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();
function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** The notices of the current user. The app shell loads and stores them. */
export const noticeBoard = {
  list: () => notices,
  load: (kept: readonly Notice[]) => set(kept),
  add: (notice: Notice) => set(withNotice(notices, notice, Date.parse(notice.at))),
  markAllRead: () => set(notices.map((n) => (n.read ? n : { ...n, read: true }))),
  remove: (id: string) => set(notices.filter((n) => n.id !== id)),
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
