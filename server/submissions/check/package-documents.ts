import { packageFor } from '#domain/submissions/packages.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { CaregiverDocument } from '../adapter.ts';
import { documentsOf } from '../documents/document-rows.ts';
import { packageRows } from '../packages/package-rows.ts';
import type { MappedPair } from './mapped-pair.ts';

/** A document that the package asks for, with the caregiver's file for it; null if the caregiver has none. */
type PackedDocument = {
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
    return [{ name: entry.name, extId: entry.extId, file: bestOf(files, meant) }];
  });
  return { packageId: chosen.id, documents };
}

/** Sorts after every day: a document that does not expire. */
const never = '9999';

function bestOf(
  files: readonly CaregiverDocument[],
  types: readonly { readonly extId: string; readonly name: string }[],
): CaregiverDocument | null {
  const names = new Set(types.flatMap(({ extId, name }) => [extId.toLowerCase(), name.toLowerCase()]));
  const fitting = files.filter((file) => names.has(file.typeExtId.toLowerCase()));
  return fitting.toSorted((a, b) => (b.expiresOn ?? never).localeCompare(a.expiresOn ?? never))[0] ?? null;
}
