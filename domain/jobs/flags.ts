/** Bits of `ChgMap`, as documented. A job can have several. */
export const flag = {
  billRateManual: 1,
  hidden: 2,
  onHold: 4,
  manuallyCancelled: 8,
  localRateManual: 16,
  shiftManual: 32,
  otRateManual: 64,
  minBillRateManual: 128,
  field5: 256,
  degreeManual: 512,
  specialtyManual: 1024,
  submission: 2048,
  filled: 4096,
  rateByRule: 8192,
  rateFromNote: 16384,
  startDateManual: 32768,
  durationManual: 65536,
  facilityManual: 131072,
  guaranteedHoursManual: 262144,
  permFeeManual: 33554432,
  feePercentageManual: 67108864,
} as const;
export type FlagName = keyof typeof flag;

/** Whether the flag is set in `chgMap`. */
export const has = (chgMap: number, name: FlagName): boolean => (chgMap & flag[name]) !== 0;

/** `chgMap` with the flag set or cleared. It never toggles, so it may run twice. */
export const withFlag = (chgMap: number, name: FlagName, on: boolean): number =>
  on ? chgMap | flag[name] : chgMap & ~flag[name];
