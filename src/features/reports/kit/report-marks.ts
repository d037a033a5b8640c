import { useEffect } from 'react';
import * as z from 'zod';
import type { ReportId } from '#domain/reports/kit/report-ids.ts';
import { useSession } from '#src/entities/session/session.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';

/** The reports that a person has marked, by the person's id. */
const favorites = localSetting('report-favorites', z.record(z.string(), z.array(z.number())), {});
/** When a person last opened a report, by the person's id and the report's number. Instants. */
const openings = localSetting('report-openings', z.record(z.string(), z.record(z.string(), z.string())), {});

/** The reports that the user has marked on this device, and how to mark one. */
export function useFavorites() {
  const { userId } = useSession().role;
  const [all, setAll] = useSetting(favorites);
  const mine: readonly number[] = all[userId] ?? [];
  return {
    isFavorite: (id: ReportId) => mine.includes(id),
    toggle: (id: ReportId) =>
      setAll({ ...favorites.read(), [userId]: mine.includes(id) ? mine.filter((one) => one !== id) : [...mine, id] }),
  };
}

/** When the user last opened each report on this device. */
export function useOpenings(): (id: ReportId) => string | null {
  const { userId } = useSession().role;
  const [all] = useSetting(openings);
  return (id) => all[userId]?.[id] ?? null;
}

/** Remembers that the user opens a report. */
export function useNoteOpening(id: ReportId): void {
  const { userId } = useSession().role;
  useEffect(() => {
    const all = openings.read();
    openings.write({ ...all, [userId]: { ...all[userId], [id]: new Date().toISOString() } });
  }, [id, userId]);
}
