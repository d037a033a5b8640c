/** When a configuration of error alerts sends a message. */
export type AlertLimits = {
  /** Errors within `silenceMinutes` that send a message. */
  readonly threshold: number;
  readonly silenceMinutes: number;
};

/** Errors that were recorded together: `at` in milliseconds since 1970, and how many they are. */
export type CountedErrors = { readonly at: number; readonly times: number };

/** What a configuration counts now. Times are in milliseconds since 1970. */
export type AlertState =
  /** Errors of the last `silenceMinutes`, the oldest first: fewer than the threshold. */
  | { readonly kind: 'quiet'; readonly recent: readonly CountedErrors[] }
  /** A message was sent. `suppressed` errors came after it, `total` since the first one that counted, at `since`. */
  | {
      readonly kind: 'alerting';
      readonly since: number;
      readonly silentUntil: number;
      readonly suppressed: number;
      readonly total: number;
    };

/** A message of a configuration: the threshold is reached, more errors came during the silence, or none came. */
export type AlertMessage = {
  readonly kind: 'reached' | 'more' | 'recovered';
  /** The errors that it reports: those within the time of the configuration, or those of the silence. */
  readonly errors: number;
  /** All errors since `since`. */
  readonly total: number;
  readonly since: number;
};

/** The state of a configuration that has counted nothing. */
export const quiet: AlertState = { kind: 'quiet', recent: [] };

type Step = { readonly state: AlertState; readonly messages: readonly AlertMessage[] };

const minute = 60_000;

/**
 * Counts new errors of a configuration at the moment `now` and ends a silence that is over.
 *
 * The message `reached` is sent with the error that makes `threshold` of them within `silenceMinutes`. Then so many minutes are silent:
 * errors only count. At the end of the silence their number is sent as `more`, and another silence begins; if there were none,
 * `recovered` is sent, and the count starts from nothing. Two messages are therefore at least a silence apart, except that `reached`
 * may follow `recovered`. `errors` may come in any order; a time after `now`, of a clock that is ahead, counts as `now`.
 */
export function countErrors(before: AlertState, errors: readonly CountedErrors[], now: number, limits: AlertLimits): Step {
  const messages: AlertMessage[] = [];
  let state = before;
  const sorted = errors.map(({ at, times }) => ({ at: Math.min(at, now), times })).sort((a, b) => a.at - b.at);
  for (const each of sorted) {
    state = endSilence(state, each.at, now, limits, messages);
    state = addErrors(state, each, now, limits, messages);
  }
  return { state: endSilence(state, now, now, limits, messages), messages };
}

/** Ends a silence that was over at `at`. */
function endSilence(state: AlertState, at: number, now: number, limits: AlertLimits, messages: AlertMessage[]): AlertState {
  if (state.kind === 'quiet' || at < state.silentUntil) return state;
  const { suppressed, total, since } = state;
  if (suppressed === 0) {
    messages.push({ kind: 'recovered', errors: 0, total, since });
    return quiet;
  }
  messages.push({ kind: 'more', errors: suppressed, total, since });
  return { ...state, suppressed: 0, silentUntil: now + limits.silenceMinutes * minute };
}

function addErrors(
  state: AlertState,
  errors: CountedErrors,
  now: number,
  { threshold, silenceMinutes }: AlertLimits,
  messages: AlertMessage[],
): AlertState {
  if (state.kind === 'alerting')
    return { ...state, suppressed: state.suppressed + errors.times, total: state.total + errors.times };
  const span = silenceMinutes * minute;
  const all = [...state.recent, errors].sort((a, b) => a.at - b.at);
  const newest = all.at(-1)?.at ?? errors.at;
  const recent = all.filter(({ at }) => at > newest - span);
  const count = recent.reduce((sum, { times }) => sum + times, 0);
  if (count < threshold) return { kind: 'quiet', recent };
  const since = recent[0]?.at ?? errors.at;
  messages.push({ kind: 'reached', errors: count, total: count, since });
  return { kind: 'alerting', since, silentUntil: now + span, suppressed: 0, total: count };
}

/** How many errors a configuration counts at a moment: toward its threshold, or in its silence. */
export function errorsNow(state: AlertState, now: number, { silenceMinutes }: AlertLimits): number {
  if (state.kind === 'alerting') return state.suppressed;
  return state.recent.reduce((sum, { at, times }) => (at > now - silenceMinutes * minute ? sum + times : sum), 0);
}
