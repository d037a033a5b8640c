import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { type Place, placeFilters, placeQuery } from './places.ts';

/** Where the jobs of a place are shown: in the jobs report; in staging for who may not read it. */
export function usePlacePath(): (place: Place) => string {
  const inReport = useSession().may('jobs.report');
  return (place) =>
    inReport ? pathTo('/report_jobs/:source?/:state?/:status?', {}, placeFilters(place)) : jobsPath(placeQuery(place));
}
