import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

export const Density = z.enum(['compact', 'normal', 'comfortable']);

/** Row height on this device. */
export const density = localSetting('density', Density, 'normal');
/** Single-letter shortcuts. Users can turn them off (WCAG 2.1.4). */
export const singleKeys = localSetting('single-keys', z.boolean(), true);
