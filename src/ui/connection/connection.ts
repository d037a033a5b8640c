import { createContext, useContext } from 'react';

/** Whether the service responds. The app shell provides the value. */
export const Connection = createContext<'online' | 'offline'>('online');

/** True while the service does not respond. */
export const useOffline = (): boolean => useContext(Connection) === 'offline';
