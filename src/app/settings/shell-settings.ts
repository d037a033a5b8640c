import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

/** Shows the sidebar as icons only. */
export const sidebarNarrow = localSetting('sidebar-narrow', z.boolean(), false);
/** Ids of recent palette items, latest first. */
export const recentItems = localSetting('palette-recent', z.array(z.string()), []);
/** Ids of recent customers, latest first. */
export const recentCustomers = localSetting('recent-customers', z.array(z.number()), []);
