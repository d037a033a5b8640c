import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A file that cannot be restored. The message says why and what to do. */
export class BackupRefused extends Error {}

const magic = Buffer.from('jobdock backup 1\n', 'latin1');
const keyIdBytes = 16;
const saltBytes = 32;
const headBytes = magic.length + keyIdBytes + saltBytes;
const frameBytes = 256 * 1024;
const tagBytes = 16;
/** In a frame's length field: this is the last frame. */
const lastFrame = 0x80_00_00_00;

/** Identifies a key without revealing it, so that a file of another key is refused with that reason. */
const keyIdOf = (key: Uint8Array): Buffer => createHash('sha256').update('key id').update(key).digest().subarray(0, keyIdBytes);

/** Each file has its own key, so its frame numbers can serve as nonces. */
const fileKeyOf = (key: Uint8Array, head: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, head.subarray(-saltBytes), 'frames', 32));

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(frame), 4);
  return nonce;
}

/**
 * Encrypts a stream in frames of 256 KiB with AES-256-GCM. Each frame authenticates the file's head, its own number, its length
 * and whether it is the last, so that a shortened, reordered or mixed file does not open.
 */
export async function* seal(source: AsyncIterable<Buffer>, key: Uint8Array): AsyncGenerator<Buffer> {
  const head = Buffer.concat([magic, keyIdOf(key), randomBytes(saltBytes)]);
  const fileKey = fileKeyOf(key, head);
  yield head;
  let number = 0;
  const frameOf = (plain: Buffer, isLast: boolean): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((plain.length | (isLast ? lastFrame : 0)) >>> 0);
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number++)).setAAD(Buffer.concat([head, length]));
    return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of source) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < frameBytes) continue;
    const all = Buffer.concat(held);
    let from = 0;
    for (; all.length - from >= frameBytes; from += frameBytes) yield frameOf(all.subarray(from, from + frameBytes), false);
    held = [all.subarray(from)];
    heldBytes = all.length - from;
  }
  yield frameOf(Buffer.concat(held), true);
}

/** Decrypts a stream of `seal`. Throws `BackupRefused` at the first frame that is not the one that was written there. */
export async function* unseal(source: AsyncIterable<Buffer>, key: Uint8Array): AsyncGenerator<Buffer> {
  const take = takerOf(source);
  const head = await take(headBytes);
  if (!head.subarray(0, magic.length).equals(magic)) throw new BackupRefused('This file is not a Jobdock backup.');
  if (head.length < headBytes) throw endsEarly();
  if (!head.subarray(magic.length, magic.length + keyIdBytes).equals(keyIdOf(key)))
    throw new BackupRefused(
      'This backup was sealed with another master key. Set JOBDOCK_MASTER_KEY to the key of the service that made it.',
    );
  const fileKey = fileKeyOf(key, head);
  for (let number = 0; ; number++) {
    const length = await take(4);
    if (length.length < 4) throw endsEarly();
    const word = length.readUInt32BE();
    const bytes = (word & ~lastFrame) >>> 0;
    if (bytes > frameBytes) throw damaged(number);
    const sealed = await take(bytes + tagBytes);
    if (sealed.length < bytes + tagBytes) throw endsEarly();
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number), { authTagLength: tagBytes })
      .setAAD(Buffer.concat([head, length]))
      .setAuthTag(sealed.subarray(bytes));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(sealed.subarray(0, bytes)), decipher.final()]);
    } catch {
      throw damaged(number);
    }
    yield plain;
    if (word >= lastFrame) break;
  }
  if ((await take(1)).length > 0)
    throw new BackupRefused('Something was added after the end of this backup. Use another backup.');
}

const endsEarly = () => new BackupRefused('This backup ends too early: a part of the file is missing. Use another backup.');
const damaged = (number: number) =>
  new BackupRefused(`Part ${number + 1} of this backup is damaged or not in its place. Use another backup.`);

/** Reads exactly that many bytes from a stream at each call, fewer only at its end. */
function takerOf(source: AsyncIterable<Buffer>): (count: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (count) => {
    const parts: Buffer[] = [rest];
    let have = rest.length;
    while (have < count) {
      const next = await chunks.next();
      if (next.done) break;
      parts.push(next.value);
      have += next.value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(count);
    return all.subarray(0, count);
  };
}
