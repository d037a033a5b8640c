import { createContext, useContext } from 'react';

/** Whether the service answers; the shell says so to everything below it. */
export const Connection = createContext<'online' | 'offline'>('online');

/** True while the service does not answer. */
export const useOffline = (): boolean => useContext(Connection) === 'offline';
