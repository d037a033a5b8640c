import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

export const panelWidth = localSetting('staging-panel', z.number(), 520);
