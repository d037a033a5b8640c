/** Reads a typed time: `7:30 PM`, `7p`, `19:30`, `1930`, `noon`. Returns `HH:mm`, or null if it is not a time. */
export function readTime(typed: string): string | null {
  const text = typed.trim().toLowerCase().replaceAll('.', '');
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const found = /^(\d{1,2})(?::?(\d\d))?\s*(a|p|am|pm)?$/.exec(text);
  if (!found) return null;
  const [, hours = '', minutes, half] = found;
  // "7" alone could be morning or evening.
  if (minutes === undefined && half === undefined) return null;
  const hour = hourOf(Number(hours), half?.[0]);
  const minute = Number(minutes ?? 0);
  if (hour === null || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
