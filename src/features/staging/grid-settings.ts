import * as z from 'zod';
import { triageLayout } from '#src/entities/job/job-layouts.ts';
import { Density } from '#src/entities/session/device-settings.ts';
import { localSetting } from '#src/ui/local-setting.ts';

const Keys = z.array(z.string()).readonly();

/** The user's layout of the staging grid on this device. */
export const stagingLayout = localSetting(
  'staging-columns-2',
  z.object({ shown: Keys, start: Keys, end: Keys, widths: z.record(z.string(), z.number()).readonly(), density: Density }),
  triageLayout,
);

export const panelWidth = localSetting('staging-panel', z.number(), 520);
