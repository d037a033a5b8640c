import { useMemo } from 'react';
import type { CellWriting } from '#domain/staging/fill/read-cell.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';

/** How this person writes days, by their date format, and which day it is for them. */
export function useWriting(): CellWriting {
  const { dateFormat, timeZone } = useFormat().preferences;
  const today = localToday(timeZone);
  return useMemo(() => ({ order: dateFormat.startsWith('dd') ? 'DMY' : 'MDY', today }), [dateFormat, today]);
}
