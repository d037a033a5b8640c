import type { Answer, CaregiverDocument, SentDocument, SubmissionAdapter } from '../adapter.ts';

type Source = Pick<SubmissionAdapter, 'readCaregiver' | 'readDocument' | 'addDocument'>;

/**
 * Adds a file to a caregiver in the source. The value is its id there, and whether it was there before. A file that is there already, with its
 * name, size and type, is not added again; after a lost answer the source is asked whether it arrived. `unknown`: that cannot be said, so the
 * person may send it again, and it is looked up first.
 */
export async function addToCaregiver(
  source: Source,
  caregiverId: string,
  document: SentDocument,
): Promise<Answer<{ readonly id: string; readonly wasThere: boolean }>> {
  const held = await lookFor(source, caregiverId, document);
  if (held.kind !== 'done') return held;
  if (held.value !== null) return { kind: 'done', value: { id: held.value, wasThere: true } };
  if (!source.addDocument) return { kind: 'refused', words: 'The source takes no documents from here.' };
  const added = await source.addDocument(caregiverId, document);
  if (added.kind === 'done') return { kind: 'done', value: { id: added.value, wasThere: false } };
  if (added.kind !== 'unknown') return added;
  const found = await lookFor(source, caregiverId, document);
  const arrived = found.kind === 'done' ? found.value : null;
  return arrived === null ? added : { kind: 'done', value: { id: arrived, wasThere: false } };
}

/** The id of the caregiver's file with the name, size and type of a document; null as a value if there is none. */
async function lookFor(source: Source, caregiverId: string, document: SentDocument): Promise<Answer<string | null>> {
  const read = await source.readCaregiver?.(caregiverId);
  if (!read) return { kind: 'refused', words: 'The source shows no caregivers.' };
  if (read.kind !== 'done') return read;
  if (read.value === null) return { kind: 'refused', words: 'The source no longer has this caregiver. Search again.' };
  const alike = read.value.documents.filter(
    ({ fileName, typeExtId }) => fileName === document.fileName && typeExtId === document.typeExtId,
  );
  for (const file of alike) if (await isSame(source, caregiverId, file, document)) return { kind: 'done', value: file.id };
  return { kind: 'done', value: null };
}

/** Whether a file has the size of a document. Where the source does not say its size, its bytes are read. */
async function isSame(source: Source, caregiverId: string, file: CaregiverDocument, { content }: SentDocument): Promise<boolean> {
  if (file.size !== null) return file.size === content.byteLength;
  const read = await source.readDocument?.(caregiverId, file.id);
  return read?.kind === 'done' && Buffer.compare(read.value, content) === 0;
}
