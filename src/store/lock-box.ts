/**
 * Lets a device seal its changes at any time, and open them only after their user has signed in again [D8.3]. The public key
 * stays on the device. The private key is wrapped under a key that the service gives only to the signed-in user. Sealing needs
 * neither network nor sign-in, so a forced sign-out can do it. It does not protect against malware on the device.
 */
export type LockBox = {
  /** The lane whose service key wraps the private key. */
  readonly clientId: string;
  /** P-256, uncompressed point. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** PKCS #8, encrypted with AES-GCM. */
  readonly wrappedKey: Uint8Array<ArrayBuffer>;
};

/** Sealed changes: how many are unsent, the time of the oldest, and the box that opens them. */
export type Sealed = {
  readonly box: LockBox;
  readonly unsent: number;
  readonly oldestUnsentAt: string | null;
  readonly sealedAt: string;
  /** The ephemeral public key of the key agreement for this seal. */
  readonly onceKey: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;
const { subtle } = globalThis.crypto;
const newIv = () => globalThis.crypto.getRandomValues(new Uint8Array(12));
const bytesOf = (text: string) => new TextEncoder().encode(text);

const wrappingKey = (serviceKey: string) => {
  const raw = Uint8Array.from(atob(serviceKey), (char) => char.charCodeAt(0));
  return subtle.importKey('raw', raw, 'AES-GCM', false, ['wrapKey', 'unwrapKey']);
};

/** Makes a new box with the service's key of a lane (32 bytes in base64). The service's key is not stored. */
export async function makeLockBox(clientId: string, serviceKey: string): Promise<LockBox> {
  const pair = await subtle.generateKey(curve, true, ['deriveBits']);
  const iv = newIv();
  const cipher = { name: 'AES-GCM', iv, additionalData: bytesOf(clientId) };
  const wrapped = await subtle.wrapKey('pkcs8', pair.privateKey, await wrappingKey(serviceKey), cipher);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  return { clientId, publicKey, iv, wrappedKey: new Uint8Array(wrapped) };
}

/** Encrypts a text for the box. `about` names its purpose and must be the same when it is opened. */
export async function seal(box: LockBox, about: string, text: string): Promise<Pick<Sealed, 'onceKey' | 'iv' | 'bytes'>> {
  const once = await subtle.generateKey(curve, true, ['deriveBits']);
  const theirs = await subtle.importKey('raw', box.publicKey, curve, false, []);
  const key = await agreedKey(once.privateKey, theirs);
  const iv = newIv();
  const bytes = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(about) }, key, bytesOf(text));
  return { onceKey: new Uint8Array(await subtle.exportKey('raw', once.publicKey)), iv, bytes: new Uint8Array(bytes) };
}

/** Opens a seal. Null when the key or `about` differs, or a byte was changed. */
export async function openSeal(
  { box, onceKey, iv, bytes }: Pick<Sealed, 'box' | 'onceKey' | 'iv' | 'bytes'>,
  about: string,
  serviceKey: string,
): Promise<string | null> {
  try {
    const cipher = { name: 'AES-GCM', iv: box.iv, additionalData: bytesOf(box.clientId) };
    const mine = await subtle.unwrapKey('pkcs8', box.wrappedKey, await wrappingKey(serviceKey), cipher, curve, false, [
      'deriveBits',
    ]);
    const key = await agreedKey(mine, await subtle.importKey('raw', onceKey, curve, false, []));
    const text = await subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(about) }, key, bytes);
    return new TextDecoder().decode(text);
  } catch {
    // Every cipher here throws this way for a wrong key or a changed byte.
    return null;
  }
}

async function agreedKey(mine: CryptoKey, theirs: CryptoKey): Promise<CryptoKey> {
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256);
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf('jobdock outbox') };
  return subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
