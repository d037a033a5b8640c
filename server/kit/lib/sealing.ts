import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts with AES-256-GCM. Returns base64 of nonce (12 bytes), tag (16 bytes) and ciphertext. */
export function encrypt(key: Uint8Array, plain: Uint8Array, aad: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Decrypts a result of `encrypt`. Undefined if it was moved, altered or encrypted with another key. */
export function decrypt(key: Uint8Array, sealed: string, aad: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(aad, 'utf8'))
    .setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    // The tag does not match.
    return undefined;
  }
}
