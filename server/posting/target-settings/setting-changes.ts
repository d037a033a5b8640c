import { type Changes, changesBetween } from '#server/kit/db/audit.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';

type Settings = StoredTarget['settings'];

/** What a line holds in place of a value that it must not hold. */
const hidden = 'hidden';

const isWord = (value: unknown): boolean =>
  value === null || ['boolean', 'number'].includes(typeof value) || (typeof value === 'string' && !value.includes('://'));

/** Whether an audit line may hold a value: an address may have a token in it, and lists of IDs and names are long. */
const isKept = (value: unknown): boolean => (Array.isArray(value) ? value.every(isWord) : isWord(value));

/**
 * The settings that a save changes, for its audit line: with their values before and after, or `hidden` for both where the line may not
 * hold one. A setting that was absent is null before.
 */
export function settingChanges(before: Settings, after: Settings): Changes {
  const changes: Record<string, Changes[string]> = {};
  for (const [name, [from, to]] of Object.entries(changesBetween(before, after))) {
    // Notes are long texts of people, who may write more into them than the history should keep.
    const isShown = name !== 'notes' && isKept(from) && isKept(to);
    changes[name] = isShown ? [from, to] : [from === null ? null : hidden, hidden];
  }
  return changes;
}
