import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';

import type { SealedRoot } from '../kit/keys/root-keys.ts';

/** A file that cannot be restored. The message says why and what to do. */
export class BackupRefused extends Error {}

/** The first form has no sealed root keys in its head: its key came from the master key directly. */
const firstMagic = Buffer.from('jobdock backup 1\n', 'latin1');
const magic = Buffer.from('jobdock backup 2\n', 'latin1');
const keyIdBytes = 16;
const saltBytes = 32;
const headBytes = magic.length + keyIdBytes + saltBytes;
const mostRootBytes = 60_000;
const Roots = z.array(z.object({ id: z.number(), master_id: z.string(), sealed: z.string() }));
const frameBytes = 256 * 1024;
const tagBytes = 16;
/** In a frame's length field: this is the last frame. */
const lastFrame = 0x80_00_00_00;

/** Identifies a key without revealing it, so that a file of another key is refused with that reason. */
export const keyIdOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update('key id').update(key).digest().subarray(0, keyIdBytes);

/** Each file has its own key, so its frame numbers can serve as nonces. */
const fileKeyOf = (key: Uint8Array, head: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, head.subarray(headBytes - saltBytes, headBytes), 'frames', 32));

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(frame), 4);
  return nonce;
}

/**
 * Encrypts a stream in frames of 256 KiB with AES-256-GCM. Each frame authenticates the file's head, its own number, its length
 * and whether it is the last, so that a shortened, reordered or mixed file does not open. The head holds the sealed root keys, so
 * that a master key alone opens the file.
 */
export async function* seal(
  source: AsyncIterable<Buffer>,
  key: Uint8Array,
  roots: readonly SealedRoot[],
): AsyncGenerator<Buffer> {
  const note = Buffer.from(JSON.stringify(roots), 'utf8');
  if (note.length > mostRootBytes) throw new Error('too many root keys for the head of a backup');
  const noteBytes = Buffer.alloc(2);
  noteBytes.writeUInt16BE(note.length);
  const head = Buffer.concat([magic, keyIdOf(key), randomBytes(saltBytes), noteBytes, note]);
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
  const head = await takeHead(take);
  if (!idIn(head).equals(keyIdOf(key)))
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

type Take = ReturnType<typeof takerOf>;
const idIn = (head: Buffer) => head.subarray(magic.length, magic.length + keyIdBytes);

/** Reads the head of either form. */
async function takeHead(take: Take): Promise<Buffer> {
  const head = await take(headBytes);
  const form = head.subarray(0, magic.length);
  if (!form.equals(magic) && !form.equals(firstMagic)) throw new BackupRefused('This file is not a Jobdock backup.');
  if (head.length < headBytes) throw endsEarly();
  if (form.equals(firstMagic)) return head;
  const noteBytes = await take(2);
  if (noteBytes.length < 2) throw endsEarly();
  const note = await take(noteBytes.readUInt16BE());
  if (note.length < noteBytes.readUInt16BE()) throw endsEarly();
  return Buffer.concat([head, noteBytes, note]);
}

/** Which key a backup needs: the id of its own key, and the root keys in its head. Throws `BackupRefused` for another file. */
export async function readKeyNote(source: AsyncIterable<Buffer>): Promise<{ keyId: Buffer; roots: SealedRoot[] }> {
  const head = await takeHead(takerOf(source));
  if (head.length === headBytes) return { keyId: idIn(head), roots: [] };
  try {
    return { keyId: idIn(head), roots: Roots.parse(JSON.parse(head.subarray(headBytes + 2).toString('utf8'))) };
  } catch {
    throw new BackupRefused('The head of this backup is damaged. Use another backup.');
  }
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
