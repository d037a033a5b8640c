import { mostPacketBytes } from '#contract/submissions/packet.ts';
import { packetKind, tooLarge, unshownWords } from '#domain/submissions/packet-file.ts';
import type { ReadCaregiver, SubmissionAdapter } from '../adapter.ts';
import type { Packed } from '../check/package-documents.ts';
import { type CoverLine, coverPdf } from './cover.ts';
import { joinApart } from './join-apart.ts';
import type { PacketFile } from './packet-messages.ts';

type Question = {
  readonly source: SubmissionAdapter;
  readonly caregiver: ReadCaregiver;
  readonly packed: Packed;
  readonly packageName: string;
  readonly job: string;
  /** YYYY-MM-DD. */
  readonly today: string;
};
type Read = { readonly name: string; readonly file: PacketFile } | { readonly name: string; readonly why: string };

/**
 * Makes the packet of a submission: a cover, then the documents of the package in their order. A document that cannot be shown is named on
 * the cover with the reason. Null if the documents take too much time or memory. Nothing is stored.
 */
export async function makePacket(question: Question): Promise<Uint8Array | null> {
  const { caregiver, packageName, job, today } = question;
  const documents = await readAll(question);
  const files = documents.flatMap((one) => ('file' in one ? [one.file] : []));
  const name = [caregiver.firstName, caregiver.middleName, caregiver.lastName].filter(Boolean).join(' ');
  return joinApart(files, async (results) => {
    const lines = linesOf(documents, results);
    return { cover: await coverPdf({ caregiver: name, packageName, job, madeOn: today, lines }), title: `${name}, ${job}` };
  });
}

function linesOf(documents: readonly Read[], results: readonly (number | keyof typeof unshownWords)[]): CoverLine[] {
  let at = 0;
  return documents.map((one) => {
    if ('why' in one) return { name: one.name, pages: 0, why: one.why };
    const result = results[at++] ?? 'broken';
    return typeof result === 'number'
      ? { name: one.name, pages: result, why: null }
      : { name: one.name, pages: 0, why: unshownWords[result] };
  });
}

/** Reads the documents one after the other, as long as all together stay below the limit. */
async function readAll({ source, caregiver, packed }: Question): Promise<Read[]> {
  const read: Read[] = [];
  let left = mostPacketBytes;
  for (const { name, file } of packed.documents) {
    const one = file ? await readOne(source, caregiver.caregiverId, { name, file }, left) : { name, why: missing };
    if ('file' in one) left -= one.file.bytes.length;
    read.push(one);
  }
  return read;
}

const missing = 'It is missing. Add it to the caregiver in the source.';
type Wanted = { readonly name: string; readonly file: NonNullable<Packed['documents'][number]['file']> };

async function readOne(source: SubmissionAdapter, caregiverId: string, { name, file }: Wanted, left: number): Promise<Read> {
  // A file that is too large is not even read.
  if ((file.size ?? 0) > left) return { name, why: tooLarge(file.size ?? 0, mostPacketBytes) };
  const answer = await source.readDocument?.(caregiverId, file.id);
  if (!answer) return { name, why: 'The source shows no documents.' };
  if (answer.kind !== 'done') return { name, why: `It was not read: ${answer.words}` };
  const bytes = answer.value;
  const head = bytes.subarray(0, 8);
  const kind = packetKind({ name: file.fileName, size: bytes.length, head }, { left, most: mostPacketBytes });
  return 'why' in kind ? { name, why: kind.why } : { name, file: { kind: kind.kind, bytes } };
}
