import type { FeedReasonCode } from '#contract/posting/feeds.ts';

/** What people call each reason for which a job is not in a feed. */
export const feedReasonNames: Readonly<Record<FeedReasonCode, string>> = {
  target_disabled: 'Feed is switched off',
  posting_off: 'Posting is off',
  target_takes_orders: 'Feed takes orders only',
  target_takes_shifts: 'Feed takes shifts only',
  target_takes_long_term: 'Feed takes long-term orders only',
  target_takes_per_diem: 'Feed takes per-diem shifts only',
  cancelled: 'Canceled',
  on_hold: 'On hold',
  hidden: 'Hidden',
  unmapped_facility: 'Facility is not mapped',
  unmapped_degree: 'Degree is not mapped',
  unmapped_specialty: 'Specialty is not mapped',
  unmapped_shift: 'Shift is not mapped',
  choose_source: 'Same order: source is not chosen',
  other_chosen: 'Same order: other source is chosen',
  other_posted: 'Same order: posted from the other source',
  below_floor: 'Rate is below the floor',
  kept_by_rule: 'Kept by a rule',
  awaits_ai: 'Waits for an AI',
};
