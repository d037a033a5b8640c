import * as z from 'zod';
import { localSetting } from '#src/ui/local-setting.ts';

const Values = z.record(z.string(), z.string());
type Values = z.output<typeof Values>;

/** By target id: the custom fields of the facility that was added last on this device. */
const setting = localSetting('facility-custom-fields', z.record(z.string(), Values), {});

/**
 * The target's custom fields as they were at the last added facility. Facilities are often added several in a row, and most share
 * these fields, such as the segment.
 */
export const lastCustomFields = {
  of: (targetId: number): Values => setting.read()[String(targetId)] ?? {},
  keep: (targetId: number, values: Values): void => setting.write({ ...setting.read(), [String(targetId)]: values }),
};
