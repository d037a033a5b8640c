import { createContext, useContext } from 'react';
import type { Call } from '#src/sync/call.ts';

export const CallContext = createContext<Call | null>(null);

/** Makes calls that need the service at once; what is replicated or queued goes through the local store instead. */
export function useCall(): Call {
  const call = useContext(CallContext);
  if (!call) throw new Error('useCall outside the app');
  return call;
}
