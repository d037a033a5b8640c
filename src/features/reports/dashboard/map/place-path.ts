import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { type Place, placeQuery } from './places.ts';

/** Where the jobs of a place are shown. */
export const placePath = (place: Place): string => jobsPath(placeQuery(place));
