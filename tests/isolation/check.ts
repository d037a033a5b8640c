import { cyclesOf } from './cycles.ts';
import { dependenciesOf } from './dependencies.ts';
import type { Evidence } from './evidence.ts';
import { type Anomaly, anomaly, type TxnHistory } from './model.ts';
import { checkChanges } from './protocol.ts';
import { checkReads } from './reads.ts';
import { transactionsOf } from './transactions.ts';
import { impossibleReads, versionsOf } from './versions.ts';

/**
 * Checks a history of transactions as Elle does: reads of values that were never committed, lost updates, and cycles of
 * dependencies. The time is nearly linear in the number of reads and writes. An empty list means that it is strictly serializable
 * in the order of revisions, sessions and real time.
 */
export function checkTransactions(history: TxnHistory): Anomaly[] {
  const { versions, found } = versionsOf(history);
  return [...found, ...impossibleReads(history, versions), ...cyclesOf(history.txns, dependenciesOf(history.txns, versions))];
}

/** Checks a whole run: its transactions, and the rules of the sync protocol over what was sent, answered, read and stored. */
export function checkRun(evidence: Evidence): { readonly anomalies: Anomaly[]; readonly transactions: number } {
  const history = transactionsOf(evidence);
  const { versions } = versionsOf(history);
  const surprises = evidence.surprises.map((words) => anomaly('unexpected answer', words));
  const anomalies = [
    ...surprises,
    ...checkTransactions(history),
    ...checkChanges(evidence),
    ...checkReads(evidence, history.txns, versions),
  ];
  return { anomalies, transactions: history.txns.length };
}
