import type { DatasetProposal } from '#contract/rows/dataset-row.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';

/** Most engines that a row keeps the readings of, the built-in one included. */
const mostProposals = 8;

/** Stores what an engine reads in a row, in place of what it read before. A row that is gone meanwhile is left alone. */
export async function storeProposal(db: Db, customerId: number, id: number, proposal: DatasetProposal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const stored = await storedRow(tx, customerId, 'datasetRow', id, true);
    if (!stored) return;
    const [builtIn, ...others] = stored.row.proposals.filter(({ engine }) => engine !== proposal.engine);
    const kept = [...(builtIn ? [builtIn] : []), ...others.slice(2 - mostProposals), proposal];
    await writeRows(tx, customerId, [{ collection: 'datasetRow', row: { ...stored.row, proposals: kept } }]);
  });
}
