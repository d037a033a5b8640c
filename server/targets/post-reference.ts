import { createHash } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The name of one post for ever: base32 of a hash of customer, target, job and generation, so that even a database restored
 * from before the post gives it the same name [S8.3]. 26 letters and digits, no quotes, fits every ATS's id field.
 */
export function postReference(customerId: number, targetId: number, jobId: number, generation: number): string {
  const digest = createHash('sha256').update(`jobdock/${customerId}/${targetId}/${jobId}/${generation}`).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 17)) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < 26; i++) text += alphabet[Number((bits >> BigInt(131 - 5 * i)) & 31n)] ?? '';
  return text;
}
