import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

/** Sidebar as icons only. */
export const sidebarNarrow = localSetting('sidebar-narrow', z.boolean(), false);
/** Groups that were folded. */
export const foldedGroups = localSetting('sidebar-folded', z.array(z.string()), []);
/** Ids of palette items, the latest first. */
export const recentItems = localSetting('palette-recent', z.array(z.string()), []);
/** Customers that were looked at, the latest first. */
export const recentCustomers = localSetting('recent-customers', z.array(z.number()), []);
