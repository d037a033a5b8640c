/** Which errors a configuration counts; null for any. */
export type CountedKinds = {
  readonly customerId: number | null;
  readonly crawlerId: number | null;
  readonly parserId: number | null;
  readonly errorCode: number | null;
};

/** Where an error happened. Null where it has no crawler or parser: only configurations for any of them count it. */
export type ErrorPlace = {
  readonly customerId: number;
  readonly crawlerId: number | null;
  readonly parserId: number | null;
  readonly code: number;
};

/** Whether a configuration counts an error. */
export const countsError = (counted: CountedKinds, error: ErrorPlace): boolean =>
  isAmong(counted.customerId, error.customerId) &&
  isAmong(counted.crawlerId, error.crawlerId) &&
  isAmong(counted.parserId, error.parserId) &&
  isAmong(counted.errorCode, error.code);

const isAmong = (counted: number | null, value: number | null): boolean => counted === null || counted === value;
