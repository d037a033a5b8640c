import { createContext, useContext } from 'react';
import type { Call, Caller } from '#src/sync/call.ts';

export const CallContext = createContext<Call | null>(null);

/** Makes calls that need the service at once. Replicated rows and queued changes use the local store instead. */
export function useCall(): Call {
  const call = useContext(CallContext);
  if (!call) throw new Error('useCall outside the app');
  return call;
}

export const DownloadContext = createContext<Caller['download'] | null>(null);

/** Reads a file that a call returns (`raw`). */
export function useDownload(): Caller['download'] {
  const download = useContext(DownloadContext);
  if (!download) throw new Error('useDownload outside the app');
  return download;
}
