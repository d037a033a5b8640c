// Entry of the threads that run rules, bundled as `rule-worker.mjs` beside the server's main bundle, so that no pattern of a user
// holds the service's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { doRuleWork, type RuleWork } from './rule-work.ts';

/** Cells shared with the service: how many rules were begun, and the id of the current one. */
const progress = new Int32Array(workerData as SharedArrayBuffer);

function onRule(ruleId: number): void {
  Atomics.store(progress, 1, ruleId);
  Atomics.add(progress, 0, 1);
}

parentPort?.on('message', ({ work, off }: { work: RuleWork; off: readonly number[] }) => {
  onRule(0);
  try {
    parentPort?.postMessage({ result: doRuleWork(work, new Set(off), onRule) }, []);
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
  }
});
