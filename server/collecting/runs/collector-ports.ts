import { no, ok } from '#contract/kit/result.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { collectApart } from '#server/parsing/read-apart.ts';
import { reachableHosts } from '../collectors/reachable-hosts.ts';
import { feedAddressOf } from '../task-rows/feed-address.ts';
import type { CollectorPorts } from './run-task.ts';

/** The production ports: fetch through the outbound guard, parse in a separate process. */
export function collectorPorts({ db, now, log, config, secrets }: Services): CollectorPorts {
  const allow = reachableHosts(config);
  return {
    db,
    now,
    log,
    read: collectApart,
    feedAddress: (customerId, taskId) => feedAddressOf(db, secrets, { customerId, taskId }),
    async fetchFeed(url, signal) {
      const reply = await safeFetch(url, { allow, signal });
      if (!reply.ok) return no({ words: reply.error.words });
      if (reply.value.status === 200) return ok(reply.value.bytes);
      return no({
        words: `The feed answered ${reply.value.status}. Check its address and whether the vendor still lets you in.`,
      });
    },
  };
}
