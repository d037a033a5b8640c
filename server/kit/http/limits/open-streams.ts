/** Event streams that may be open at once: a person has a few browsers, an office behind one address has many people. */
const most = { user: 20, address: 300 } as const;

/** The event streams that this process has open. */
export type OpenStreams = {
  /** Counts a stream of a user at an address. Returns what releases it, or null if the user or the address has too many. */
  open(user: string, address: string): (() => void) | null;
  /** How many are open. */
  readonly count: () => number;
};

/** Counts open streams by user and by address. */
export function createOpenStreams(limits: { readonly user: number; readonly address: number } = most): OpenStreams {
  const counts = new Map<string, number>();
  let all = 0;
  const add = (key: string, change: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    open(user, address) {
      const keys = [`user/${user}`, `address/${address}`] as const;
      if ((counts.get(keys[0]) ?? 0) >= limits.user || (counts.get(keys[1]) ?? 0) >= limits.address) return null;
      for (const key of keys) add(key, 1);
      all += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        all -= 1;
        for (const key of keys) add(key, -1);
      };
    },
    count: () => all,
  };
}
