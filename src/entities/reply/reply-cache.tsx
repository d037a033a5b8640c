import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** The query client behind `useReply`. Each call handles a lost connection itself, so nothing is paused or retried here. */
export const createReplyClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 0 },
    },
  });

/**
 * In-memory replies of one customer: pass the store's name as the key. Another customer, or signing out, starts with an empty
 * cache. Stored replies are in the customer's own store and are removed with it.
 */
export function ReplyCache({ children }: { children: ReactNode }) {
  const [client] = useState(createReplyClient);
  useEffect(() => () => client.clear(), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
