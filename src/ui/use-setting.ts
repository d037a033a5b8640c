import { useSyncExternalStore } from 'react';
import type { LocalSetting } from '#src/store/local-settings.ts';

/** A setting of this browser as state: `const [open, setOpen] = useSetting(sidebarOpen)`. */
export function useSetting<T>(setting: LocalSetting<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(setting.watch, setting.read), setting.write];
}
