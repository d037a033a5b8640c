import { changeKey, changeWords, type Evidence, groupBy, laneKey, type SentChange } from './evidence.ts';
import { type Anomaly, anomaly, cellWords, valueKey } from './model.ts';

/** Checks what the database holds about each change against what devices sent and got as answers [K1, K2, K4, K8]. Linear. */
export function checkChanges(evidence: Evidence): Anomaly[] {
  return [
    ...checkLanes(evidence),
    ...checkRevisions(evidence),
    ...checkAnswers(evidence),
    ...checkEffects(evidence),
    ...checkAudit(evidence),
  ];
}

/** The numbers of each lane are stored once and in order, with revisions that do not go back. */
function checkLanes({ stored }: Evidence): Anomaly[] {
  const found: Anomaly[] = [];
  const lanes = groupBy(stored.results, laneKey);
  const lastOf = new Map(stored.lanes.map((lane) => [laneKey(lane), lane.last]));
  for (const [key, results] of lanes) {
    results.sort((a, b) => a.seq - b.seq);
    let rev = 0;
    for (const [i, result] of results.entries()) {
      const expected = (results[i - 1]?.seq ?? 0) + 1;
      if (result.seq < expected) found.push(anomaly('applied twice', `${changeWords(result)} has two results`));
      if (result.seq > expected)
        found.push(anomaly('out of order', `${changeWords(result)} has a result, number ${expected} has none`));
      if (result.rev !== null && result.rev < rev)
        found.push(anomaly('out of order', `${changeWords(result)} has revision ${result.rev}, an earlier one has ${rev}`));
      rev = Math.max(rev, result.rev ?? 0);
    }
    const last = results.at(-1);
    if (last && lastOf.get(key) !== last.seq)
      found.push(
        anomaly('out of order', `${changeWords(last)} is the last result, the lane counts ${lastOf.get(key) ?? 'none'}`),
      );
  }
  return found;
}

/** Each revision belongs to one database transaction and is not above the head. */
function checkRevisions({ stored }: Evidence): Anomaly[] {
  const found: Anomaly[] = [];
  const ownerOf = new Map<string, (typeof stored.results)[number]>();
  for (const result of stored.results) {
    if (result.rev === null) continue;
    const key = `${result.customer}/${result.rev}`;
    const owner = ownerOf.get(key);
    if (owner && owner.xid !== result.xid)
      found.push(anomaly('revision used twice', `revision ${result.rev}: ${changeWords(owner)} and ${changeWords(result)}`));
    ownerOf.set(key, result);
    const head = stored.heads.get(result.customer) ?? 0;
    if (result.rev > head) found.push(anomaly('revision above the head', `${changeWords(result)}: ${result.rev}, head ${head}`));
  }
  return found;
}

/** A device got the answer that is stored. */
function checkAnswers({ sent, stored }: Evidence): Anomaly[] {
  const results = new Map(stored.results.map((result) => [changeKey(result), result]));
  return sent.flatMap((change) => {
    if (!change.answer) return [];
    const result = results.get(changeKey(change));
    const words = changeWords(change);
    if (!result) return [anomaly('acknowledged change lost', `${words} was answered but has no result`)];
    const answered = change.answer.outcome === 'applied' ? change.answer.rev : null;
    return answered === result.rev
      ? []
      : [anomaly('wrong answer', `${words} was answered ${answered ?? 'a refusal'}, stored is ${result.rev ?? 'a refusal'}`)];
  });
}

/** An applied change is in history once, written by the transaction of its result over the value its device saw. */
function checkEffects({ initial, sent, stored }: Evidence): Anomaly[] {
  const found: Anomaly[] = [];
  const results = new Map(stored.results.map((result) => [changeKey(result), result]));
  const lines = groupBy(stored.history, ({ cell, after }) => valueKey(cell, after));
  const asked = new Map(sent.map((change) => [valueKey(change.cell, change.value), change]));
  for (const change of sent) {
    const result = results.get(changeKey(change));
    const effects = lines.get(valueKey(change.cell, change.value)) ?? [];
    const expected = result && result.rev !== null ? 1 : 0;
    if (effects.length !== expected) found.push(miscounted(change, effects.length, expected));
    const [effect] = effects;
    if (!effect || !result || result.rev === null) continue;
    if (effect.xid !== result.xid)
      found.push(anomaly('result apart from its change', `${changeWords(change)}: transactions ${result.xid} and ${effect.xid}`));
    const isFirst = effect.before === (initial.get(change.cell) ?? null);
    if (effect.before !== change.seen && !isFirst) {
      const words = `${changeWords(change)} saw ${change.seen} in ${cellWords(change.cell)} and replaced ${effect.before}`;
      found.push(anomaly('unseen value overwritten', words));
    }
  }
  for (const { cell, after, byPerson } of stored.history)
    if (byPerson && !asked.has(valueKey(cell, after)))
      found.push(anomaly('unknown change', `${after} in ${cellWords(cell)}, which no one sent`));
  return found;
}

const miscounted = (change: SentChange, times: number, expected: number): Anomaly => {
  const kind = times > expected ? (expected === 1 ? 'applied twice' : 'effect of a refused change') : 'applied without effect';
  return anomaly(kind, `${changeWords(change)} (${change.value} in ${cellWords(change.cell)}) took effect ${times} times`);
};

/** An applied change has one audit line, of its transaction and revision; any other change has none. */
function checkAudit({ stored }: Evidence): Anomaly[] {
  const found: Anomaly[] = [];
  const lines = groupBy(stored.audit, changeKey);
  const applied = new Set<string>();
  for (const result of stored.results) {
    if (result.rev === null) continue;
    const key = changeKey(result);
    applied.add(key);
    const [line, ...more] = lines.get(key) ?? [];
    if (!line) found.push(anomaly('change without audit line', changeWords(result)));
    else if (line.xid !== result.xid || line.rev !== result.rev)
      found.push(
        anomaly('audit line apart from its change', `${changeWords(result)}: revision ${result.rev}, its line says ${line.rev}`),
      );
    if (more.length > 0) found.push(anomaly('applied twice', `${changeWords(result)} has ${more.length + 1} audit lines`));
  }
  for (const [key, [line]] of lines)
    if (line && !applied.has(key)) found.push(anomaly('audit line without change', changeWords(line)));
  return found;
}
