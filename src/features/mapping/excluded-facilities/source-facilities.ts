import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { useTargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { counted } from '#src/ui/format/format.ts';
import type { MapTableQuestion } from '#src/workers/grid/map-table.ts';

/** A facility, under the name that a source's jobs use. */
type Facility = { readonly name: string; readonly openJobs: number };
/** Users find more facilities by typing a name. */
const listedAtMost = 100;

/** Whether two spellings name the same facility. */
export const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Describes what saving does. */
export function effectOf(before: readonly string[], after: readonly string[], known: readonly Facility[]): string {
  const added = after.filter((name) => !before.some((one) => same(one, name)));
  const freed = before.filter((name) => !after.some((one) => same(one, name)));
  const jobs = known.filter(({ name }) => added.some((one) => same(one, name))).reduce((sum, one) => sum + one.openJobs, 0);
  if (added.length + freed.length === 0)
    return 'Choose the facilities you don’t staff. A rule cancels their current and future jobs. If you clear a facility, its jobs get their status back.';
  const parts = [
    added.length > 0 &&
      `${counted(added.length, 'facility', 'facilities')} added: ${counted(jobs, 'open job')} will be canceled.`,
    freed.length > 0 && `${counted(freed.length, 'facility', 'facilities')} no longer excluded.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Facilities that a source's jobs name, most open jobs first. The same name in several places counts as one. */
export function useFacilities(sourceId: number, typed: string): readonly Facility[] {
  const { choice } = useTargetChoice(true);
  const question: MapTableQuestion = {
    kind: 'facility',
    targetId: choice?.target.id ?? 0,
    state: 'all',
    sourceIds: [sourceId],
    typed,
    within: null,
    sort: 'openJobs',
    descending: true,
    page: 1,
    size: listedAtMost,
  };
  const { answer } = useGridAnswer(question, (client, asked) => client.mapTable(asked));
  const byName = new Map<string, Facility>();
  for (const { text, openJobs } of answer?.rows ?? []) {
    const key = text.trim().toLowerCase();
    byName.set(key, { name: byName.get(key)?.name ?? text, openJobs: (byName.get(key)?.openJobs ?? 0) + openJobs });
  }
  return [...byName.values()];
}
