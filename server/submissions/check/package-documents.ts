import { packageFor } from '#domain/submissions/packages.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { CaregiverDocument } from '../adapter.ts';
import { documentsOf } from '../documents/document-rows.ts';
import { packageRows } from '../packages/package-rows.ts';
import type { MappedPair } from './mapped-pair.ts';

/** A document of the source. */
export type SourceDocument = { readonly extId: string; readonly name: string };
/**
 * A document that the package asks for, with the caregiver's file for it; null if the caregiver has none. `type`: the document of the source
 * that it is mapped to; null if there is none.
 */
type PackedDocument = {
  readonly id: number;
  readonly type: SourceDocument | null;
  readonly name: string;
  readonly extId: string;
  readonly file: CaregiverDocument | null;
};
/** The package of a submission; 0 if the destination has none for the pair, so that no document is asked for. */
export type Packed = { readonly packageId: number; readonly documents: readonly PackedDocument[] };

/**
 * The documents that go along: those of the package for the degree and specialty, else for the degree, else the default one. A file is found
 * through Jobdock's own document. Of several the one that is valid longest goes along.
 */
export async function packageDocuments(
  db: Db,
  customerId: number,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
  pair: MappedPair,
  files: readonly CaregiverDocument[],
): Promise<Packed> {
  const packages = (await packageRows(db, customerId)).filter(({ targetId }) => targetId === toId);
  const chosen = packageFor(packages, pair);
  if (!chosen) return { packageId: 0, documents: [] };
  const wanted = await documentsOf(db, customerId, { targetId: toId });
  const sources = await documentsOf(db, customerId, { targetId: fromId });
  const documents = chosen.documents.flatMap((id) => {
    const entry = wanted.find((one) => one.id === id);
    if (!entry) return [];
    const meant = entry.jrId === 0 ? [] : sources.filter((one) => one.jrId === entry.jrId);
    return [{ id, type: meant[0] ?? null, name: entry.name, extId: entry.extId, file: bestOf(files, meant) }];
  });
  return { packageId: chosen.id, documents };
}

/** What a document of the destination is called there, and the document of the source that it is mapped to; null if either is missing. */
export async function sourceDocument(
  db: Db,
  customerId: number,
  { fromId, toId, id }: { readonly fromId: number; readonly toId: number; readonly id: number },
): Promise<{ readonly name: string; readonly type: SourceDocument | null } | null> {
  const [wanted] = await documentsOf(db, customerId, { targetId: toId, id });
  if (!wanted) return null;
  const sources = wanted.jrId === 0 ? [] : await documentsOf(db, customerId, { targetId: fromId });
  return { name: wanted.name, type: sources.find(({ jrId }) => jrId === wanted.jrId) ?? null };
}

/** Sorts after every day: a document that does not expire. */
const never = '9999';

function bestOf(files: readonly CaregiverDocument[], types: readonly SourceDocument[]): CaregiverDocument | null {
  const names = new Set(types.flatMap(({ extId, name }) => [extId.toLowerCase(), name.toLowerCase()]));
  const fitting = files.filter((file) => names.has(file.typeExtId.toLowerCase()));
  return fitting.toSorted((a, b) => (b.expiresOn ?? never).localeCompare(a.expiresOn ?? never))[0] ?? null;
}
