import { createContext, type ReactNode, useMemo } from 'react';
import { defaultFormat, type FormatPreferences } from './format.ts';

/** One user's preferences. `useFormat` makes formats of them, so that the first page need not load what formats dates. */
export const FormatContext = createContext(defaultFormat);

/** Provides one user's formats to the components below it. */
export function FormatProvider({ preferences, children }: { preferences: FormatPreferences; children: ReactNode }) {
  const { timeZone, dateFormat, timeFormat, duration } = preferences;
  const kept = useMemo(() => ({ timeZone, dateFormat, timeFormat, duration }), [timeZone, dateFormat, timeFormat, duration]);
  return <FormatContext value={kept}>{children}</FormatContext>;
}
