import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

/** Most tickets that a browser remembers as read; those read longest ago are forgotten. */
const mostSeen = 500;

/** When a ticket’s last answer was seen in this browser, by `customer/ticket`. */
export const ticketsSeen = localSetting('tickets-seen', z.record(z.string(), z.string()), {});

export const seenKey = (customerId: number, ticketId: number): string => `${customerId}/${ticketId}`;

/** Remembers that the answer of this time was seen. */
export function markSeen(key: string, at: string): void {
  const seen = ticketsSeen.read();
  if ((seen[key] ?? '') >= at) return;
  const others = Object.entries(seen).filter(([each]) => each !== key);
  ticketsSeen.write(Object.fromEntries([...others, [key, at] as const].slice(-mostSeen)));
}
