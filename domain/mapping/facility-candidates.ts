import type { Candidate, TargetId } from './candidate.ts';
import { calibrated, percentOf, sharesWithNone } from './certainty.ts';
import type { FacilityIndex, FacilityText } from './facility-index.ts';
import { seekFacility } from './facility-query.ts';
import { facilityReasons } from './facility-reasons.ts';
import { type Compared, searchFacilities } from './facility-search.ts';
import { FACILITY_CALIBRATION, FACILITY_NONE_FITS } from './facility-weights.ts';
import { type LearnedFacilities, recallFacility } from './learned-facilities.ts';

/**
 * The facilities of the index that `query` may mean, likeliest first, at most `limit`. A certainty is the calibrated probability (0..100) that
 * this one is right: all candidates and "none of these" share 100, so two that stand alike, or a text that fits nothing, come out low.
 * `learned` (what the customer accepted before) comes first where it knows this very text and place.
 */
export function facilityCandidates<Id extends TargetId>(
  index: FacilityIndex<Id>,
  query: FacilityText,
  limit: number,
  learned?: LearnedFacilities<Id>,
): readonly Candidate<Id>[] {
  const sought = seekFacility(index, query);
  const found = searchFacilities(index, sought, isSettled);
  const shares = sharesWithNone(found, FACILITY_NONE_FITS).map((share) => calibrated(FACILITY_CALIBRATION, share));
  const memory = learned && recallFacility(learned, query);
  const known = memory && index.homes.get(memory.target)?.record.target;
  const rest = known
    ? found.map((one, i) => ({ one, share: shares[i] ?? 0 })).filter(({ one }) => one.record.target.id !== known.id)
    : undefined;
  if (!known || !memory || !rest) {
    return found.slice(0, limit).map((one, i) => ({
      id: one.record.target.id,
      certainty: percentOf(shares[i] ?? 0),
      reasons: facilityReasons(sought, one, found),
    }));
  }
  const first = {
    id: known.id,
    certainty: percentOf(memory.certainty),
    reasons: [
      {
        part: 'history',
        agrees: 1,
        weight: Math.log(memory.certainty / (1 - memory.certainty)),
        detail: { kind: 'history', times: memory.times },
      },
    ],
  } as const;
  const others = rest.slice(0, Math.max(0, limit - 1)).map(({ one, share }) => ({
    id: one.record.target.id,
    certainty: percentOf(Math.min(share, 1 - memory.certainty)),
    reasons: facilityReasons(sought, one, found),
  }));
  return limit > 0 ? [first, ...others] : [];
}

/** Below this the named state may be the wrong one. */
const isSettled = <Id extends TargetId>(found: readonly Compared<Id>[]): boolean =>
  found.some((one) => one.score > FACILITY_NONE_FITS);
