import type { Candidate, TargetId } from '../candidate/candidate.ts';
import { certaintiesOf, percentOf } from '../candidate/certainty.ts';
import type { FacilityIndex, FacilityText } from './facility-index.ts';
import { seekFacility } from './facility-query.ts';
import { facilityReasons } from './facility-reasons.ts';
import { type Compared, searchFacilities } from './facility-search.ts';
import { FACILITY_CALIBRATION, FACILITY_NONE_FITS } from './facility-weights.ts';
import { type LearnedFacilities, type Recalled, recallFacility } from './learned-facilities.ts';

/**
 * The facilities of the index that `query` may mean, likeliest first, at most `limit`. A certainty is the calibrated probability
 * (0..100) that this one is right. All candidates and "none of these" share 100, so two equal candidates, or a text that fits
 * none, get low values. A target in `learned` (accepted by the customer before) comes first if text and place are the same.
 */
export function facilityCandidates<Id extends TargetId>(
  index: FacilityIndex<Id>,
  query: FacilityText,
  limit: number,
  learned?: LearnedFacilities<Id>,
): readonly Candidate<Id>[] {
  const sought = seekFacility(index, query);
  const found = searchFacilities(index, sought, isSettled);
  const certainties = certaintiesOf(found, FACILITY_NONE_FITS, FACILITY_CALIBRATION);
  const memory = learned && recallFacility(learned, query);
  const known = memory && index.homes.has(memory.target) ? memory : undefined;
  const most = known ? percentOf(1 - known.certainty) : 100;
  const suggestions = found
    .map((one, i) => ({ one, certainty: Math.min(certainties[i] ?? 0, most) }))
    .filter(({ one }) => one.record.target.id !== known?.target)
    .slice(0, limit)
    .map(({ one, certainty }) => ({ id: one.record.target.id, certainty, reasons: facilityReasons(sought, one, found) }));
  return known ? [remembered(known), ...suggestions].slice(0, limit) : suggestions;
}

function remembered<Id extends TargetId>({ target, times, certainty }: Recalled<Id>): Candidate<Id> {
  const weight = Math.log(certainty / (1 - certainty));
  return {
    id: target,
    certainty: percentOf(certainty),
    reasons: [{ part: 'history', agrees: 1, weight, detail: { kind: 'history', times } }],
  };
}

/** Below this, the state in the text may be wrong. */
const isSettled = <Id extends TargetId>(found: readonly Compared<Id>[]): boolean =>
  found.some((one) => one.score > FACILITY_NONE_FITS);
