import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

/** `started`: this device has shown the steps before they were done. */
const Shown = z.enum(['started', 'hidden']);

/** Whether the dashboard shows the first steps, by customer id, on this device. A customer without an entry has not seen them. */
export const firstStepsShown = localSetting('first-steps', z.record(z.string(), Shown), {});
