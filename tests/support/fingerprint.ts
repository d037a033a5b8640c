import { createHash } from 'node:crypto';
import { fingerprintText } from '#domain/commands/fingerprint-text.ts';

/** A change with the fingerprint that a device computes for it. */
export const withFingerprint = <Change extends Parameters<typeof fingerprintText>[0]>(change: Change) => ({
  fingerprint: createHash('sha256').update(fingerprintText(change)).digest('hex'),
  ...change,
});
