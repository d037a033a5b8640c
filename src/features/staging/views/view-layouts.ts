import * as z from 'zod';
import { triageLayout } from '#src/entities/job/job-layouts.ts';
import { Density } from '#src/entities/session/device-settings.ts';
import { localSetting } from '#src/ui/local-setting.ts';

const Keys = z.array(z.string()).readonly();

const Layout = z.object({
  shown: Keys,
  start: Keys,
  end: Keys,
  widths: z.record(z.string(), z.number()).readonly(),
  density: Density,
});

/** The user's layout of the built-in views of the staging grid on this device. */
export const stagingLayout = localSetting('staging-columns-2', Layout, triageLayout);

/** The layout of the saved view that the user changed last, as long as it is not saved. `view` is its UUID, or its id. */
export const viewDraft = localSetting('staging-view-draft', z.object({ view: z.string(), layout: Layout }).nullable(), null);
