import { useEffect } from 'react';
import { paySetupOf } from '#domain/pay/pay.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import { useRuleGrounds } from './use-rule-grounds.ts';

/** Calculated fields depend on the customer's day and pay setup. */
export function useSurroundings(client: GridClient): void {
  const { today, pay } = useRuleGrounds();
  useEffect(() => {
    // A worker that died gets them again when it starts.
    client.surround({ today, pay: pay && paySetupOf(pay) }).catch(() => undefined);
  }, [client, today, pay]);
}
