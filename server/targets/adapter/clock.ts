/** The time and the pauses of an adapter. A trial run replaces it, so that it does not wait for real minutes. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a clock that never goes back and that no one sets, to measure spans. */
  ticks(): number;
  pause(milliseconds: number): Promise<void>;
};

export const realClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
};
