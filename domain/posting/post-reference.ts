const fnvOffset = 0x6c62272e07bb014262b821756295c58dn;
const fnvPrime = 0x0000000001000000000000000000013bn;
const bits = 128n;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Our own id for one post of one job: base32 of a 128-bit hash (FNV-1a) of customer, target, job and generation [S8.3]. It is
 * always the same for the same post, so that the target can be searched for it after a crash.
 */
export function postReference(customerId: number, targetId: number, jobId: number, generation: number): string {
  let hash = fnvOffset;
  for (const char of `${customerId}/${targetId}/${jobId}/${generation}`) {
    hash = BigInt.asUintN(Number(bits), (hash ^ BigInt(char.codePointAt(0) ?? 0)) * fnvPrime);
  }
  let text = '';
  for (let rest = hash << 2n, left = 26; left > 0; left--, rest >>= 5n) text = (alphabet[Number(rest & 31n)] ?? '') + text;
  return text;
}
