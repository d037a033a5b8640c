import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

export const Density = z.enum(['compact', 'normal', 'comfortable']);

/** Height of rows on this device. */
export const density = localSetting('density', Density, 'normal');
/** Shortcuts of a single letter (WCAG 2.1.4: they can be switched off). */
export const singleKeys = localSetting('single-keys', z.boolean(), true);
