import type { MapEffect } from '#domain/mapping/table/map-rows.ts';
import { counted } from '#src/ui/format/format.ts';

/** The combined effect of changing several texts. */
export const effectOf = (texts: readonly MapEffect[]): MapEffect => ({
  openJobs: texts.reduce((sum, { openJobs }) => sum + openJobs, 0),
  postedJobs: texts.reduce((sum, { postedJobs }) => sum + postedJobs, 0),
});

/** "61 already posted follow in the ATS"; null when none is posted. Removing a mapping sends nothing: the ATS keeps its value. */
export function postedText(posted: number, unmaps = false): string | null {
  if (posted === 0) return null;
  const [keeps, follows] =
    posted === 1
      ? ['will not change in the ATS', 'will be updated in the ATS']
      : ['will not change in the ATS', 'will be updated in the ATS'];
  return `${posted.toLocaleString('en-US')} already posted ${unmaps ? keeps : follows}`;
}

/** "214 open jobs, 61 already posted follow in the ATS". */
export const effectText = ({ openJobs, postedJobs }: MapEffect): string =>
  [counted(openJobs, 'open job'), postedText(postedJobs)].filter((words) => words !== null).join(', ');
