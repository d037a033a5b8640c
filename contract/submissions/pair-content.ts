import * as z from 'zod';
import { Count, RowId } from '../kit/ids.ts';
import { MapSide } from '../rows/submission-pair.ts';

/** What people set of a step of the mapping of degrees and specialties. Specialty 0: the degree without one. */
export const pairContent = {
  targetId: RowId,
  side: MapSide,
  degreeId: RowId,
  specialtyId: Count,
  jrDegreeId: RowId,
  jrSpecialtyId: Count,
};

/** A step of the mapping of degrees and specialties to store. */
export const PairContent = z.object(pairContent);
