/**
 * Lets a device seal its work at any time and open it only after its person has signed in again [D8.3]: the public key stays on
 * the device, the private one is wrapped under a key that the service gives to a signed-in person alone. Sealing needs neither
 * connection nor sign-in, so a forced sign-out can do it. No defence against malware on the device.
 */
export type LockBox = {
  /** The lane whose key of the service wraps the private key. */
  readonly clientId: string;
  /** P-256, uncompressed point. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** PKCS #8 under AES-GCM. */
  readonly wrappedKey: Uint8Array<ArrayBuffer>;
};

/** Sealed work: how much of it needs its person, since when, and the box that opens it. */
export type Sealed = {
  readonly box: LockBox;
  readonly unsent: number;
  readonly oldestUnsentAt: string | null;
  readonly sealedAt: string;
  /** The other half of the agreement on a key for this one seal. */
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

/** A new box under the service's key of a lane (32 bytes in base64). Nothing of that key is kept. */
export async function makeLockBox(clientId: string, serviceKey: string): Promise<LockBox> {
  const pair = await subtle.generateKey(curve, true, ['deriveBits']);
  const iv = newIv();
  const cipher = { name: 'AES-GCM', iv, additionalData: bytesOf(clientId) };
  const wrapped = await subtle.wrapKey('pkcs8', pair.privateKey, await wrappingKey(serviceKey), cipher);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  return { clientId, publicKey, iv, wrappedKey: new Uint8Array(wrapped) };
}

/** Seals a text to the box; `about` names what it is and must be the same when it is opened. */
export async function seal(box: LockBox, about: string, text: string): Promise<Pick<Sealed, 'onceKey' | 'iv' | 'bytes'>> {
  const once = await subtle.generateKey(curve, true, ['deriveBits']);
  const theirs = await subtle.importKey('raw', box.publicKey, curve, false, []);
  const key = await agreedKey(once.privateKey, theirs);
  const iv = newIv();
  const bytes = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(about) }, key, bytesOf(text));
  return { onceKey: new Uint8Array(await subtle.exportKey('raw', once.publicKey)), iv, bytes: new Uint8Array(bytes) };
}

/** Opens what was sealed; null where key or name is another, or a byte was changed. */
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
    // The one answer of every cipher here to a wrong key or a changed byte.
    return null;
  }
}

async function agreedKey(mine: CryptoKey, theirs: CryptoKey): Promise<CryptoKey> {
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256);
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf('jobdock outbox') };
  return subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
