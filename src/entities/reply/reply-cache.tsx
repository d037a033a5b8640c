import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** The client behind `useReply`: every call decides for itself what a lost connection means, so nothing is paused or repeated here. */
export const createReplyClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 0 },
    },
  });

/**
 * Replies of calls in memory, for one customer: give it the store's name as its key. Another customer, and signing out, start with
 * none; what the device keeps lies in the customer's own store and goes with it.
 */
export function ReplyCache({ children }: { children: ReactNode }) {
  const [client] = useState(createReplyClient);
  useEffect(() => () => client.clear(), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
